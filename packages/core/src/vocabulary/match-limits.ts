import type { WordRank } from './common-words.ts';

/** What was heard, as far as it decides how near a term has to sound. */
export interface HeardGroup {
  /** Of its words, in lower case, letters alone. */
  readonly words: readonly string[];
  readonly ranks: readonly WordRank[];
}

/** How a term sounds, as far as it decides. */
export interface ComparedSound {
  /** Consonants of the one of both that has fewer. */
  readonly consonants: number;
  /** Words of the form of `heardAs` that it is the sound of. Absent: it is the term itself, or how it is said. */
  readonly heardWords?: readonly string[] | undefined;
}

interface Limit {
  /** Consonants that both have at least: words with fewer are like too many others. */
  readonly leastConsonants: number;
  /** The greatest distance with so many consonants, and how much it grows with each one more. */
  readonly base: number;
  readonly perConsonant: number;
  /** For each word such as "a", "to", "is" that mostly belongs to the sentence. */
  readonly perLooseWord: number;
}

/**
 * Chosen by what they cost and bring: 100 terms against 75 000 words of prose that hold none of them, and against what was heard for
 * them (docs/adr/2026-11-24-vocabulary.md has the counts). A phrase of words that all exist is a term only by accident of sound, so
 * it has to be long and close.
 */
const LIMITS: Readonly<Record<'unknown' | 'mixed' | 'rare' | 'phrase', Limit>> = {
  unknown: { leastConsonants: 3, base: 0.24, perConsonant: 0.033, perLooseWord: 0 },
  mixed: { leastConsonants: 3, base: 0.22, perConsonant: 0.025, perLooseWord: 0.05 },
  rare: { leastConsonants: 3, base: 0.12, perConsonant: 0.035, perLooseWord: 0 },
  phrase: { leastConsonants: 4, base: 0.12, perConsonant: 0.035, perLooseWord: 0.07 },
};
/**
 * Against a form that was heard for the term before: there are several of them, so that each has to be met more closely where chance would
 * meet it.
 */
const HEARD_LIMITS: typeof LIMITS = {
  unknown: LIMITS.unknown,
  mixed: { ...LIMITS.mixed, perLooseWord: 0.1 },
  rare: { leastConsonants: 3, base: 0.05, perConsonant: 0.03, perLooseWord: 0 },
  phrase: { ...LIMITS.phrase, perLooseWord: 0.15 },
};
/** More consonants than this make no difference. */
const MOST_CONSONANTS = 7;

/** Words that stand before and behind names. */
const LOOSE = new Set(
  'a an the i is it to of and in on or at be by for he she we you my as so if was are do did no not with from that this but me us'.split(
    ' ',
  ),
);

/**
 * The greatest distance at which a group may be taken for a term, by how that sounds.
 *
 * @returns `undefined`: for none. A limit of 0 or less: not for this one
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

/** Of a term at its ends, where words of the sentence are; of a form all that it does not have itself. */
function looseWords(words: readonly string[], heardWords: readonly string[] | undefined): number {
  if (words.length === 1) return 0;
  const counted =
    heardWords === undefined
      ? [words[0] ?? '', words.at(-1) ?? '']
      : words.filter((word) => !heardWords.includes(word));
  return counted.filter((word) => LOOSE.has(word)).length;
}

/** @returns `undefined` for a word that anybody says, alone or among such as "a" and "to" */
function kindOf({ words, ranks }: HeardGroup): keyof typeof LIMITS | undefined {
  const own = ranks.filter((_, at) => !LOOSE.has(words[at] ?? ''));
  const [rank, ...others] = own;
  if (others.length === 0 && (rank === undefined || isKnownWell(rank))) return undefined;
  if (ranks.length > 1) return ranks.includes('unknown') ? 'mixed' : 'phrase';
  return rank === 'unknown' || rank === 'rare' ? rank : undefined;
}

/** Rows of common words with fewer consonants meet each other by chance: "so we are". */
const LEAST_ROW_CONSONANTS = 5;
/** The same, where they are the very words of which the term is made, and none is such as "to": "air pods" is meant, "my space" may not be. */
const LEAST_PARTS_CONSONANTS = 3;

/**
 * Whether people say it and mean it: "apple" is no Apple, and "go to" no GoTo. Where it is heard for a term, it stays.
 *
 * @param consonants of all of it
 * @param areParts whether its words are those of which the term is made, `Air` and `Pods` of AirPods
 */
export function isOrdinary({ words, ranks }: HeardGroup, consonants: number, areParts = false): boolean {
  if (!ranks.every(isKnownWell)) return false;
  const own = words.filter((word) => !LOOSE.has(word));
  const isSeldom = areParts && own.length === words.length;
  return own.length < 2 || consonants < (isSeldom ? LEAST_PARTS_CONSONANTS : LEAST_ROW_CONSONANTS);
}

const isKnownWell = (rank: WordRank): boolean => rank === 'frequent' || rank === 'common';
