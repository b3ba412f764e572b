import type { WordRank } from './common-words.ts';

/** What was heard, as far as it decides how near a term has to sound. */
export interface HeardGroup {
  /** Of its words. */
  readonly ranks: readonly WordRank[];
  /** How many of its first and last word are such as "a", "to", "is": they mostly belong to the sentence. */
  readonly looseEnds: number;
}

interface Limit {
  /** Consonants that both have at least: words with fewer are like too many others. */
  readonly leastConsonants: number;
  /** The greatest distance with so many consonants, and how much it grows with each one more. */
  readonly base: number;
  readonly perConsonant: number;
  readonly perLooseEnd: number;
}

/**
 * Chosen by what they cost and bring: 100 terms against 75 000 words of prose that hold none of them, and against what was heard for
 * them (docs/adr/2026-11-24-vocabulary.md has the counts). A phrase of words that all exist is a term only by accident of sound, so
 * it has to be long and close.
 */
const LIMITS: Readonly<Record<'unknown' | 'mixed' | 'rare' | 'phrase', Limit>> = {
  unknown: { leastConsonants: 3, base: 0.24, perConsonant: 0.033, perLooseEnd: 0 },
  mixed: { leastConsonants: 3, base: 0.22, perConsonant: 0.025, perLooseEnd: 0.05 },
  rare: { leastConsonants: 3, base: 0.12, perConsonant: 0.035, perLooseEnd: 0 },
  phrase: { leastConsonants: 4, base: 0.12, perConsonant: 0.035, perLooseEnd: 0.07 },
};
/** More consonants than this make no difference. */
const MOST_CONSONANTS = 7;

/** Words that stand before and behind names. */
const LOOSE = new Set(
  'a an the i is it to of and in on or at be by for he she we you my as so if was are do did no not with from that this but me us'.split(
    ' ',
  ),
);

/** @param words in lower case, letters alone */
export function looseEndsOf(words: readonly string[]): number {
  if (words.length === 1) return 0;
  return [words[0], words.at(-1)].filter((word) => LOOSE.has(word ?? '')).length;
}

/**
 * The greatest distance at which a group may be taken for a term.
 *
 * @param consonants of the one of both that has fewer
 * @returns 0 or less: at none
 */
export function limitOf({ ranks, looseEnds }: HeardGroup, consonants: number): number {
  const kind = kindOf(ranks);
  if (kind === undefined) return 0;
  const { leastConsonants, base, perConsonant, perLooseEnd } = LIMITS[kind];
  if (consonants < leastConsonants) return 0;
  const more = Math.min(consonants, MOST_CONSONANTS) - leastConsonants;
  return base + perConsonant * more - perLooseEnd * looseEnds;
}

/** @returns `undefined` for a single word that anybody says */
function kindOf(ranks: readonly WordRank[]): keyof typeof LIMITS | undefined {
  if (ranks.length > 1) return ranks.includes('unknown') ? 'mixed' : 'phrase';
  const [rank] = ranks;
  return rank === 'unknown' || rank === 'rare' ? rank : undefined;
}
