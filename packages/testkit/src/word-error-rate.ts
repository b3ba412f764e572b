import { numberReadings } from './spoken-numbers.ts';

export interface WordErrors {
  /** Sum of substitutions, insertions and deletions. */
  readonly errors: number;
  /** Number of words of the reference after normalization. */
  readonly words: number;
  /** `errors` / `words`. May be above 1. With an empty reference, the number of errors. */
  readonly rate: number;
  readonly substitutions: number;
  readonly insertions: number;
  readonly deletions: number;
}

const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\bwon't\b/g, 'will not'],
  [/\bcan't\b/g, 'can not'],
  [/\bcannot\b/g, 'can not'],
  [/\bshan't\b/g, 'shall not'],
  [/n't\b/g, ' not'],
  [/\blet's\b/g, 'let us'],
  [/'re\b/g, ' are'],
  [/'ve\b/g, ' have'],
  [/'ll\b/g, ' will'],
  [/\bi'm\b/g, 'i am'],
  [/\b(he|she|it|that|there|here|what|where|who|how)'s\b/g, '$1 is'],
  [/\b(i|you|he|she|it|we|they|there|who)'d\b/g, '$1 would'],
];

const SPELLINGS: Readonly<Record<string, string>> = {
  mr: 'mister',
  mrs: 'missus',
  dr: 'doctor',
  okay: 'ok',
};

/**
 * The words of a text as the word error rate counts them.
 *
 * Normalized, because the difference is inaudible: letter case, punctuation, hyphens and spaces ("twenty-one"), forms of apostrophes,
 * unambiguous contractions ("don't", "we'll"; 's and 'd after a pronoun as "is" and "would"), `mr mrs dr`, `%` as "percent", `&` as "and", an
 * amount in dollars or pounds with the unit after it, and `okay`. Nothing else is normalized: filler words count, and spelling variants,
 * plurals and names must match; other apostrophes are removed ("beauty's" becomes "beautys", which does not equal "beauties"). Digits stay
 * unchanged.
 */
export function normalizedWords(text: string): string[] {
  let plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2018\u2019\u02bc`\u00b4]/g, "'")
    .replace(/(\d),(?=\d{3}(?!\d))/g, '$1')
    .replace(
      /([$£€])\s?(\d+(?:\.\d+)?)/g,
      (_, sign: string, amount: string) => `${amount} ${currencyOf(sign, amount)}`,
    )
    .replace(/per cent\b/g, 'percent')
    .replace(/%/g, ' percent ')
    .replace(/&/g, ' and ');
  for (const [pattern, replacement] of CONTRACTIONS) plain = plain.replace(pattern, replacement);
  return plain
    .replace(/'/g, '')
    .replace(/(?<!\d)\.|\.(?!\d)/g, ' ')
    .replace(/[^\p{L}\p{M}\p{N}.]+/gu, ' ')
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => SPELLINGS[word] ?? word);
}

function currencyOf(sign: string, amount: string): string {
  const name = { $: 'dollar', '£': 'pound', '€': 'euro' }[sign] as string;
  return amount === '1' || name === 'euro' ? name : `${name}s`;
}

type Counts = Pick<WordErrors, 'substitutions' | 'insertions' | 'deletions'>;

function total(counts: Counts): number {
  return counts.substitutions + counts.insertions + counts.deletions;
}

/** The edits with the lowest cost that turn one list into the other; among equal ones those with the most substitutions. */
function align(reference: readonly string[], hypothesis: readonly string[]): Counts {
  const none: Counts = { substitutions: 0, insertions: 0, deletions: 0 };
  let row: Counts[] = [none];
  for (let column = 1; column <= hypothesis.length; column++) row.push({ ...none, insertions: column });
  for (const [index, word] of reference.entries()) {
    const next: Counts[] = [{ ...none, deletions: index + 1 }];
    for (const [column, heard] of hypothesis.entries()) {
      const [diagonal, above, left] = [row[column], row[column + 1], next[column]] as [
        Counts,
        Counts,
        Counts,
      ];
      const ways = [
        word === heard ? diagonal : { ...diagonal, substitutions: diagonal.substitutions + 1 },
        { ...above, deletions: above.deletions + 1 },
        { ...left, insertions: left.insertions + 1 },
      ];
      next.push(ways.reduce((best, way) => (total(way) < total(best) ? way : best)));
    }
    row = next;
  }
  return row.at(-1) as Counts;
}

/**
 * Replaces the digits of a text with words. A number has several correct readings ("nineteen sixty one", "one nine six one"); the one closest
 * to the other text is used. So digits are never an error if the number is correct, and a wrong number counts only the words that differ.
 */
function withNumbersRead(words: readonly string[], other: readonly string[]): string[] {
  const chosen: (readonly string[])[] = words.map((word) => numberReadings(word)[0] ?? [word]);
  for (const [index, word] of words.entries()) {
    const costOf = (reading: readonly string[]) => total(align(chosen.with(index, reading).flat(), other));
    const readings = numberReadings(word).map((reading) => ({ reading, cost: costOf(reading) }));
    const [first, ...others] = readings;
    if (first === undefined) continue;
    chosen[index] = others.reduce((best, next) => (next.cost < best.cost ? next : best), first).reading;
  }
  return chosen.flat();
}

/**
 * Compares the reference with the recognized text by word, after {@link normalizedWords} and with numbers as words.
 */
export function wordErrorRate(reference: string, hypothesis: string): WordErrors {
  const [said, heard] = [normalizedWords(reference), normalizedWords(hypothesis)];
  const words = withNumbersRead(
    said,
    heard.flatMap((word) => numberReadings(word)[0] ?? [word]),
  );
  const counts = align(words, withNumbersRead(heard, words));
  const errors = total(counts);
  return { errors, words: words.length, rate: errors / Math.max(1, words.length), ...counts };
}
