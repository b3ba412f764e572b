import type { WordRank } from './common-words.ts';

/** The properties of recognized words that decide how similar a term must sound. */
export interface HeardGroup {
  /** In lower case, only letters. */
  readonly words: readonly string[];
  readonly ranks: readonly WordRank[];
}

/** The properties of a term's sound that decide. */
export interface ComparedSound {
  /** The number of consonants in the one of the two that has fewer. */
  readonly consonants: number;
  /** Words of the form of `heardAs` that this is the sound of. Absent: it is the sound of the term itself or of `saidAs`. */
  readonly heardWords?: readonly string[] | undefined;
}

interface Limit {
  /** The number of consonants that both must have: shorter words are similar to too many others. */
  readonly leastConsonants: number;
  /** The greatest allowed distance with that many consonants, and how much it grows with each further one. */
  readonly base: number;
  readonly perConsonant: number;
  /** Added for each word such as "a", "to", "is", which usually belongs to the sentence. */
  readonly perLooseWord: number;
}

/**
 * Chosen by measuring errors and gains: 100 terms against 75 000 words of prose without any of them, and against what was recognized for
 * them (docs/adr/2026-11-24-vocabulary.md has the counts). A phrase of existing words sounds like a term only by accident, so
 * it must be long and very similar.
 */
const LIMITS: Readonly<Record<'unknown' | 'mixed' | 'rare' | 'phrase', Limit>> = {
  unknown: { leastConsonants: 3, base: 0.24, perConsonant: 0.033, perLooseWord: 0 },
  mixed: { leastConsonants: 3, base: 0.22, perConsonant: 0.025, perLooseWord: 0.05 },
  rare: { leastConsonants: 3, base: 0.12, perConsonant: 0.035, perLooseWord: 0 },
  phrase: { leastConsonants: 4, base: 0.12, perConsonant: 0.035, perLooseWord: 0.07 },
};
/**
 * For forms that were recognized for the term before: there are several of them, so each must match more closely where chance matches are
 * likely.
 */
const HEARD_LIMITS: typeof LIMITS = {
  unknown: LIMITS.unknown,
  mixed: { ...LIMITS.mixed, perLooseWord: 0.1 },
  rare: { leastConsonants: 3, base: 0.05, perConsonant: 0.03, perLooseWord: 0 },
  phrase: { ...LIMITS.phrase, perLooseWord: 0.15 },
};
/** More consonants than this make no difference. */
const MOST_CONSONANTS = 7;

/** Words that often precede or follow names. */
const LOOSE = new Set(
  'a an the i is it to of and in on or at be by for he she we you my as so if was are do did no not with from that this but me us'.split(
    ' ',
  ),
);

/**
 * The greatest distance at which words may be taken for a term, depending on its sound.
 *
 * @returns `undefined`: they are never a term. A limit of 0 or less: not this term
 */
export function limitsFor(group: HeardGroup): ((sound: ComparedSound) => number) | undefined {
  const kind = kindOf(group);
  if (kind === undefined) return undefined;
  const isFrequent = group.ranks.every((rank) => rank === 'frequent');
  return ({ consonants, heardWords }) => {
    if (heardWords !== undefined && isFrequent) return 0;
    const limits = heardWords === undefined ? LIMITS : HEARD_LIMITS;
    const { leastConsonants, base, perConsonant, perLooseWord } = limits[kind];
    if (consonants < leastConsonants) return 0;
    const more = Math.min(consonants, MOST_CONSONANTS) - leastConsonants;
    return base + perConsonant * more - perLooseWord * looseWords(group.words, heardWords);
  };
}

/** The number of loose words: for a term those at its ends, where words of the sentence may be; for a form all that the form does not have itself. */
function looseWords(words: readonly string[], heardWords: readonly string[] | undefined): number {
  if (words.length === 1) return 0;
  const counted =
    heardWords === undefined
      ? [words[0] ?? '', words.at(-1) ?? '']
      : words.filter((word) => !heardWords.includes(word));
  return counted.filter((word) => LOOSE.has(word)).length;
}

/** @returns `undefined` for an ordinary word, alone or with words such as "a" and "to" */
function kindOf({ words, ranks }: HeardGroup): keyof typeof LIMITS | undefined {
  const own = ranks.filter((_, at) => !LOOSE.has(words[at] ?? ''));
  const [rank, ...others] = own;
  if (others.length === 0 && (rank === undefined || isKnownWell(rank))) return undefined;
  if (ranks.length > 1) return ranks.includes('unknown') ? 'mixed' : 'phrase';
  return rank === 'unknown' || rank === 'rare' ? rank : undefined;
}

/** Sequences of common words with fewer consonants match by chance: "so we are". */
const LEAST_ROW_CONSONANTS = 5;
/** The same if they are exactly the parts of the term, and none is a word such as "to": "air pods" is meant, "my space" may not be. */
const LEAST_PARTS_CONSONANTS = 3;

/**
 * Whether it is ordinary speech: "apple" is not Apple, and "go to" not GoTo. If it is recognized in place of a term, it stays.
 *
 * @param consonants number of consonants in all words
 * @param areParts whether its words are the parts of the term: `Air` and `Pods` of AirPods
 */
export function isOrdinary({ words, ranks }: HeardGroup, consonants: number, areParts = false): boolean {
  if (!ranks.every(isKnownWell)) return false;
  const own = words.filter((word) => !LOOSE.has(word));
  const isSeldom = areParts && own.length === words.length;
  return own.length < 2 || consonants < (isSeldom ? LEAST_PARTS_CONSONANTS : LEAST_ROW_CONSONANTS);
}

const isKnownWell = (rank: WordRank): boolean => rank === 'frequent' || rank === 'common';
