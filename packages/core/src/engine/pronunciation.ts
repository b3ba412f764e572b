/** Words of a unit that are pronounced differently from how they are written. */
export interface Pronunciation {
  /** Where they are in the unit's text, in UTF-16 code units; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Sounds in the International Phonetic Alphabet; {@link splitSounds} finds all of them among the voice's sounds. */
  readonly ipa: string;
}

/** One sound of a voice, and how the syllable that begins with it is stressed. */
export interface SpokenSound {
  /** One of the voice's `sounds`. */
  readonly sound: string;
  readonly stress?: 'primary' | 'secondary' | undefined;
}

/** Ties, marks between syllables and words, and brackets: they have no sound. */
const SILENT = /[\u0361\u035c\u203f.\s/[\]()|\u2016]/gu;
/** Other spellings of the same sound. */
const SAME: readonly (readonly [RegExp, string])[] = [
  [/['\u02b9]/gu, '\u02c8'],
  [/,/gu, '\u02cc'],
  [/:/gu, '\u02d0'],
  [/g/gu, '\u0261'],
  [/\u02a7/gu, 't\u0283'],
  [/\u02a4/gu, 'd\u0292'],
];
const STRESS = { '\u02c8': 'primary', '\u02cc': 'secondary' } as const;

/** @returns the same sounds without silent signs, each in its standard spelling */
export function plainIpa(ipa: string): string {
  const plain = SAME.reduce((text, [sign, same]) => text.replaceAll(sign, same), ipa.normalize('NFD'));
  return plain.replaceAll(SILENT, '');
}

/**
 * Divides a pronunciation into sounds: at each position the longest sound that the voice has.
 *
 * @param sounds of the voice, as {@link plainIpa} writes them
 * @returns the sounds, or as `unknown` the first sign that begins no sound of the voice
 */
export function splitSounds(
  ipa: string,
  sounds: Iterable<string>,
): { readonly spoken: readonly SpokenSound[] } | { readonly unknown: string } {
  const known = new Set(sounds);
  const longest = Math.max(0, ...[...known].map(({ length }) => length));
  const text = plainIpa(ipa);
  const spoken: SpokenSound[] = [];
  let stress: SpokenSound['stress'];
  for (let at = 0; at < text.length; ) {
    const sign = text[at] ?? '';
    if (sign === '\u02c8' || sign === '\u02cc') {
      stress = STRESS[sign];
      at += 1;
      continue;
    }
    let length = Math.min(longest, text.length - at);
    while (length > 0 && !known.has(text.slice(at, at + length))) length -= 1;
    if (length === 0) return { unknown: String.fromCodePoint(text.codePointAt(at) ?? 0) };
    spoken.push({ sound: text.slice(at, at + length), ...(stress === undefined ? {} : { stress }) });
    stress = undefined;
    at += length;
  }
  return { spoken };
}
