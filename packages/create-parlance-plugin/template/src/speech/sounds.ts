/** The sound of a letter: two formants, and a mixture of voice and breath. */
export interface Sound {
  readonly formantsHz: readonly [first: number, second: number];
  /** Share of voice: 0 (a hiss) to 1 (a tone). */
  readonly voicing: number;
  /** 0 to 1. */
  readonly loudness: number;
}

const vowel = (first: number, second: number): Sound => ({
  formantsHz: [first, second],
  voicing: 1,
  loudness: 1,
});
const voiced = (first: number, second: number): Sound => ({
  formantsHz: [first, second],
  voicing: 0.9,
  loudness: 0.5,
});
const hiss = (first: number, second: number): Sound => ({
  formantsHz: [first, second],
  voicing: 0,
  loudness: 0.25,
});
const buzz = (first: number, second: number): Sound => ({
  formantsHz: [first, second],
  voicing: 0.5,
  loudness: 0.4,
});

const NEUTRAL = vowel(500, 1500);
const SOUNDS: Readonly<Record<string, Sound>> = {
  a: vowel(730, 1090),
  e: vowel(530, 1840),
  i: vowel(270, 2290),
  o: vowel(570, 840),
  u: vowel(300, 870),
  y: vowel(290, 2100),
  l: voiced(360, 1300),
  r: voiced(420, 1300),
  m: voiced(250, 1000),
  n: voiced(250, 1500),
  w: voiced(290, 610),
  j: voiced(280, 2200),
  b: buzz(220, 900),
  d: buzz(220, 1700),
  g: buzz(220, 1400),
  v: buzz(300, 1600),
  z: buzz(300, 4200),
  c: hiss(1800, 3800),
  f: hiss(1400, 6000),
  h: hiss(700, 1500),
  k: hiss(1500, 2400),
  p: hiss(500, 1100),
  q: hiss(1500, 2400),
  s: hiss(4000, 6500),
  t: hiss(2500, 4200),
  x: hiss(2000, 5000),
};
const DIGITS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** The sounds of a text in order, `undefined` for a pause; none for a text without letters and digits. */
export function soundsOf(text: string): readonly (Sound | undefined)[] {
  const letters = text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\d/g, (digit) => DIGITS[Number(digit)] ?? '');
  if (!/[\p{L}\p{N}]/u.test(letters)) return [];
  return [...letters].flatMap((letter) => {
    if (/\s/.test(letter)) return [undefined];
    // Letters that are not in the table get a neutral sound.
    return /[\p{L}\p{N}]/u.test(letter) ? [SOUNDS[letter] ?? NEUTRAL] : [];
  });
}
