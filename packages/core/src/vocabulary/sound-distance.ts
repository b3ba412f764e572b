/** Vowels by height and place, 0 to 1. */
const VOWELS: Readonly<Record<string, readonly [number, number]>> = {
  ...{ i: [0, 0], E: [0.3, 0], e: [0.5, 0], a: [1, 0.4], o: [0.6, 1], u: [0, 1], ə: [0.5, 0.5] },
  ...{ I: [0.8, 0.2], W: [0.9, 0.7], Y: [0.6, 0.8] },
};
const CONSONANTS = 'pbtdkgfvθðszʃʒʧʤmnŋlrwjh';
const ALPHABET = [...Object.keys(VOWELS), ...CONSONANTS];
const SIZE = ALPHABET.length;
const FIRST_CONSONANT = SIZE - CONSONANTS.length;

const VOWEL_WEIGHT = 0.6;
/** The weakest vowel is easily confused with every other. */
const SCHWA_COST = 0.2;
const VOWEL_FOR_CONSONANT = 1.2;

/** Consonants that are confused with each other; the rarer the confusion, the higher the cost. */
const NEAR: readonly (readonly [cost: number, pairs: string])[] = [
  [0.2, 'nŋ'],
  [0.3, 'pb td kg fv θð sz ʃʒ ʧʤ θf ʒʤ'],
  [0.4, 'sʃ zʒ ʃʧ mn wv bv ðd ðv θt'],
  [0.5, 'θs lr ʧt ʤd pf jʤ'],
  [0.6, 'tk pt pk dg bd bg bm dn wr wl ts dz sʧ hk kʧ'],
];
/** The cost of an added or missing sound. */
const WEAK: Readonly<Record<string, number>> = {
  ...{ ə: 0.25, h: 0.35, j: 0.4, w: 0.4, r: 0.45, t: 0.6, d: 0.6, l: 0.6, n: 0.6 },
};
const VOWEL_GAP = 0.45;
const CONSONANT_GAP = 0.8;
const LEAST_CONSONANT_GAP = 0.35;
const LEAST_GAP_PER_WEIGHT = 0.35;

const isVowel = (code: number): boolean => code < FIRST_CONSONANT;
const GAPS = Float64Array.from(
  ALPHABET,
  (sound, code) => WEAK[sound] ?? (isVowel(code) ? VOWEL_GAP : CONSONANT_GAP),
);
const SUBSTITUTIONS = substitutions();

function substitutions(): Float64Array {
  const near = new Map(
    NEAR.flatMap(([cost, pairs]) =>
      pairs
        .split(' ')
        .flatMap((pair) => [pair, [...pair].reverse().join('')].map((both) => [both, cost] as const)),
    ),
  );
  const costOf = (one: string, other: string): number => {
    if (one === other) return 0;
    const [first, second] = [VOWELS[one], VOWELS[other]];
    if (first === undefined && second === undefined) return near.get(one + other) ?? 1;
    if (first === undefined || second === undefined) return VOWEL_FOR_CONSONANT;
    if (one === 'ə' || other === 'ə') return SCHWA_COST;
    return VOWEL_WEIGHT * Math.min(1, Math.hypot(first[0] - second[0], first[1] - second[1]));
  };
  return Float64Array.from(ALPHABET.flatMap((one) => ALPHABET.map((other) => costOf(one, other))));
}

/** A sequence of sounds, prepared for comparison. */
export interface Sounds {
  readonly codes: Uint8Array;
  /** The sum of 1 for each consonant and less for each vowel. */
  readonly weight: number;
  readonly consonants: number;
}

/** @param sounds as returned by `soundsOfWord` */
export function soundsOf(sounds: string): Sounds {
  const codes = Uint8Array.from(
    [...sounds].map((sound) => ALPHABET.indexOf(sound)).filter((code) => code >= 0),
  );
  const vowels = codes.filter(isVowel).length;
  return { codes, weight: codes.length - vowels + VOWEL_WEIGHT * vowels, consonants: codes.length - vowels };
}

/** @returns a lower bound of the distance, only from the lengths: every sound that one has more costs a gap */
function leastDistance(one: Sounds, other: Sounds): number {
  const consonants = Math.abs(one.consonants - other.consonants) * LEAST_CONSONANT_GAP;
  const weight = Math.abs(one.weight - other.weight) * LEAST_GAP_PER_WEIGHT;
  return (2 * Math.max(consonants, weight)) / (one.weight + other.weight);
}

/** @returns the first consonant; -1 if there is none */
export function firstConsonant({ codes }: Sounds): number {
  return codes.find((code) => !isVowel(code)) ?? -1;
}

/**
 * How different two sequences of sounds are, from 0 (equal) to about 1, by the edits that turn one into the other.
 *
 * @param most for a greater distance the result is `Infinity`
 */
export function soundDistance(one: Sounds, other: Sounds, most = Number.POSITIVE_INFINITY): number {
  if (leastDistance(one, other) > most) return Number.POSITIVE_INFINITY;
  const scale = (one.weight + other.weight) / 2;
  const limit = most * scale;
  const columns = other.codes.length;
  let [row, next] = rowsOf(columns + 1);
  row[0] = 0;
  for (let at = 1; at <= columns; at++) row[at] = costAt(row, at - 1) + costAt(GAPS, other.codes[at - 1]);
  for (const code of one.codes) {
    const gap = costAt(GAPS, code);
    let least = costAt(row, 0) + gap;
    next[0] = least;
    for (let at = 1; at <= columns; at++) {
      const met = other.codes[at - 1] ?? 0;
      const cost = Math.min(
        costAt(row, at - 1) + costAt(SUBSTITUTIONS, code * SIZE + met),
        costAt(row, at) + gap,
        costAt(next, at - 1) + costAt(GAPS, met),
      );
      next[at] = cost;
      if (cost < least) least = cost;
    }
    if (least > limit) return Number.POSITIVE_INFINITY;
    [row, next] = [next, row];
  }
  const distance = costAt(row, columns);
  return distance > limit ? Number.POSITIVE_INFINITY : distance / scale;
}

/** Reused buffers: the function is called thousands of times for an utterance, and never reentrantly. */
let rows: readonly [Float64Array, Float64Array] = [new Float64Array(64), new Float64Array(64)];

function rowsOf(length: number): readonly [Float64Array, Float64Array] {
  if (rows[0].length < length) rows = [new Float64Array(length), new Float64Array(length)];
  return rows;
}

/** The value at an index that exists. */
function costAt(values: Float64Array, index = 0): number {
  return values[index] ?? 0;
}
