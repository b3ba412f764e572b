/** Languages whose spoken numbers can be written in digits. */
export const INVERSE_NORMALIZATION_LANGUAGES = ['en'] as const;
export type InverseNormalizationLanguage = (typeof INVERSE_NORMALIZATION_LANGUAGES)[number];

/** Maps, because every object has a member for the word "constructor". */
const UNITS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ zero: 0, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
    ...{ eleven: 11, twelve: 12, thirteen: 13, fourteen: 14, fifteen: 15, sixteen: 16, seventeen: 17 },
    ...{ eighteen: 18, nineteen: 19 },
  }),
);
const TENS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90 },
  }),
);
const SCALES: ReadonlyMap<string, number> = new Map(
  Object.entries({ thousand: 1e3, million: 1e6, billion: 1e9 }),
);
const ORDINALS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ first: 'one', second: 'two', third: 'three', fifth: 'five', eighth: 'eight', ninth: 'nine' },
    ...{ twelfth: 'twelve', twentieth: 'twenty', thirtieth: 'thirty', fortieth: 'forty', fiftieth: 'fifty' },
    ...{ sixtieth: 'sixty', seventieth: 'seventy', eightieth: 'eighty', ninetieth: 'ninety' },
  }),
);

/** A smaller number on its own stays a word: "no one", "one of them", "two or three". */
const LEAST_IN_DIGITS = 10;

/** A number that was read from words. */
interface Reading {
  readonly text: string;
  /** How many words it consists of. */
  readonly words: number;
}

/**
 * Writes spoken numbers in digits: "twenty five percent" becomes "25%", "the twenty first" "the 21st", "three point five"
 * "3.5". Small numbers on their own stay words, and so does everything that is not a number by these rules.
 *
 * @param text with single spaces; punctuation stays where it is
 */
export function inverseNormalize(text: string, language: InverseNormalizationLanguage): string {
  switch (language) {
    case 'en':
      return english(text);
  }
}

function english(text: string): string {
  // "twenty-five" is two words of one number; a hyphen anywhere else stays.
  const tokens = text.split(' ').flatMap((token) => (isHyphenated(token) ? token.split('-') : [token]));
  const written: string[] = [];
  for (let at = 0; at < tokens.length; ) {
    const reading = readYear(tokens, at) ?? readNumber(tokens, at);
    written.push(reading?.text ?? tokens[at] ?? '');
    at += reading?.words ?? 1;
  }
  return written.join(' ');
}

const wordOf = (token = ''): string => token.toLowerCase().replace(/[.,!?;:]+$/u, '');
const endOf = (token = ''): string => /[.,!?;:]+$/u.exec(token)?.[0] ?? '';

function isHyphenated(token: string): boolean {
  const [first = '', last = '', ...more] = wordOf(token).split('-');
  return more.length === 0 && TENS.has(first) && cardinalOf(last) !== undefined;
}

/** @returns the cardinal's word for an ordinal's, as "twenty" for "twentieth" */
function cardinalOf(word: string): string | undefined {
  if (UNITS.has(word) || TENS.has(word)) return word;
  const known = ORDINALS.get(word);
  if (known !== undefined) return known;
  const stem = word.endsWith('th') ? word.slice(0, -2) : '';
  return stem !== 'zero' && UNITS.has(stem) ? stem : undefined;
}

/** "nineteen eighty four", "twenty twenty six": the halves of a year are spoken as two numbers. */
function readYear(tokens: readonly string[], from: number): Reading | undefined {
  const first = readNumber(tokens, from);
  if (first === undefined || !/^(1[3-9]|20)$/.test(first.text)) return undefined;
  const second = readNumber(tokens, from + first.words);
  if (second === undefined || !/^[1-9]\d[.,!?;:]*$/.test(second.text)) return undefined;
  return { text: first.text + second.text, words: first.words + second.words };
}

function readNumber(tokens: readonly string[], from: number): Reading | undefined {
  let total = 0;
  let group = 0;
  /** The limit of what may still be added to the group: below 100 after "hundred", below 10 after "twenty", nothing after "five". */
  let room = 1000;
  let at = from;
  /** Where the words of the group begin. */
  let groupFrom = from;
  let isOrdinal = false;
  for (; at < tokens.length && !isOrdinal; at += 1) {
    const word = wordOf(tokens[at]);
    if (at > from && endOf(tokens[at - 1]) !== '') break;
    if (word === 'and' && at > from && room === 100 && cardinalOf(wordOf(tokens[at + 1])) !== undefined)
      continue;
    const cardinal = cardinalOf(word);
    const value = cardinal === undefined ? undefined : (UNITS.get(cardinal) ?? TENS.get(cardinal));
    if (value !== undefined && cardinal !== undefined) {
      if (value >= room || (room < 10 && value === 0) || (at > from && value === 0)) break;
      isOrdinal = cardinal !== word;
      group += value;
      room = TENS.has(cardinal) ? 10 : 0;
      continue;
    }
    if (word === 'hundred' && group > 0 && group < 100) {
      group *= 100;
      room = 100;
      continue;
    }
    const scale = SCALES.get(word);
    if (scale === undefined || group === 0) break;
    if (total % (scale * 1000) !== 0) {
      // "One thousand two thousand": these words begin the next number.
      [at, group] = [groupFrom, 0];
      break;
    }
    total += group * scale;
    [group, room, groupFrom] = [0, 1000, at + 1];
  }
  if (at === from) return undefined;
  return write(tokens, from, { value: total + group, isOrdinal, end: at });
}

function write(
  tokens: readonly string[],
  from: number,
  { value, isOrdinal, end }: { readonly value: number; readonly isOrdinal: boolean; readonly end: number },
): Reading | undefined {
  const mark = endOf(tokens[end - 1]);
  // "Second" is as often a unit of time as an ordinal: alone it stays a word, like every small number.
  if (isOrdinal)
    return value < LEAST_IN_DIGITS
      ? undefined
      : { text: `${digits(value)}${suffixOf(value)}${mark}`, words: end - from };
  const decimals = mark === '' ? readDecimals(tokens, end) : undefined;
  const number = decimals === undefined ? `${digits(value)}${mark}` : `${digits(value)}.${decimals.text}`;
  const words = end - from + (decimals?.words ?? 0);
  const next = tokens[from + words] ?? '';
  if (endOf(number) === '' && /^percent[.,!?;:]*$/iu.test(next))
    return { text: `${number}%${endOf(next)}`, words: words + 1 };
  return decimals === undefined && value < LEAST_IN_DIGITS ? undefined : { text: number, words };
}

/** "point one four", digit by digit. */
function readDecimals(tokens: readonly string[], from: number): Reading | undefined {
  if (tokens[from]?.toLowerCase() !== 'point') return undefined;
  let text = '';
  let at = from + 1;
  for (; at < tokens.length; at += 1) {
    const value = UNITS.get(wordOf(tokens[at]));
    if (value === undefined || value > 9) break;
    text += String(value);
    if (endOf(tokens[at]) !== '') {
      at += 1;
      break;
    }
  }
  return text === '' ? undefined : { text: `${text}${endOf(tokens[at - 1])}`, words: at - from };
}

/** Thousands are separated only from 10 000 on, since 2026 may be a year. */
function digits(value: number): string {
  return value < 10_000 ? String(value) : value.toLocaleString('en-US');
}

function suffixOf(value: number): string {
  if (value % 100 >= 11 && value % 100 <= 13) return 'th';
  return { 1: 'st', 2: 'nd', 3: 'rd' }[value % 10] ?? 'th';
}
