import { READ, type ReadingForm, textBefore } from '../reading-form.ts';
import { numberWords } from './number-words.ts';
import { NUMBER, NUMBER_START } from './quantity.ts';

const LEFT = String.raw`(?<=[\p{N})${READ}]|(?<!\p{L})\p{L})`;
const RIGHT = String.raw`(?=[-−√(]?[\p{N}${READ}]|\p{L}(?!\p{L}))`;

/** A sign between two operands; the operands are read separately. */
const between = (sign: string, word: string): ReadingForm => ({
  pattern: new RegExp(`${LEFT} ?${sign} ?${RIGHT}`, 'gu'),
  read: () => ` ${word} `,
});
const spaced = (sign: string, word: string): ReadingForm => ({
  pattern: new RegExp(`${LEFT} ${sign} ${RIGHT}`, 'gu'),
  read: () => ` ${word} `,
});
/** "5 is greater than 3", but "Is 5 greater than 3?". Without spaces only before a number: "P<.05". */
const compared = (sign: string, words: string): ReadingForm => ({
  pattern: new RegExp(`${LEFT}(?: ${sign} ${RIGHT}|${sign}(?=[.\\d${READ}]))`, 'gu'),
  read: (match, context) =>
    /\b(?:is|are|was|were|be)\b[^,.;:]*$/iu.test(textBefore(match, context)) ? ` ${words} ` : ` is ${words} `,
});
const ahead = (sign: string, words: string): ReadingForm => ({
  pattern: new RegExp(String.raw`(?<![^\s(])(?:${sign}) ?(?=[\p{N}.${READ}])`, 'gu'),
  read: () => `${words} `,
});
const behind = (sign: string, words: string): ReadingForm => ({
  pattern: new RegExp(String.raw`(?<=[\p{L}\p{N})])${sign}`, 'gu'),
  read: () => ` ${words}`,
});

/** Sums and comparisons. Whole numbers in them stay as they are. A spaced hyphen is minus if a result follows. */
export const ARITHMETIC_FORMS: readonly ReadingForm[] = [
  {
    pattern: new RegExp(String.raw`${NUMBER_START}(\d+)\+(?= \p{L})`, 'gu'),
    read: ([, amount = '']) => `over ${numberWords(amount)}`,
  },
  { pattern: new RegExp(String.raw`${LEFT} - (?=\p{N}[^.;]*=)`, 'gu'), read: () => ' minus ' },
  between('−', 'minus'),
  between('\\+', 'plus'),
  between('×', 'times'),
  // "2 x 4 = 8"; without a result it is a size, which an earlier form reads.
  { pattern: /(?<=\d) x (?=\d[\d.,]* ?=)/gu, read: () => ' times ' },
  between('÷', 'divided by'),
  between('=', 'equals'),
  between('≈', 'is approximately'),
  between('≠', 'is not equal to'),
  spaced('\\*', 'times'),
  spaced('/', 'divided by'),
  compared('<', 'less than'),
  compared('>', 'greater than'),
  { pattern: /(?<=[\p{L}\p{N})])\^(?=\d)/gu, read: () => ' to the power of ' },
  behind('²', 'squared'),
  behind('³', 'cubed'),
  ahead('√', 'the square root of'),
  ahead('≈', 'approximately'),
  ahead('~', 'about'),
  ahead('≥|>=', 'greater than or equal to'),
  ahead('≤|<=', 'less than or equal to'),
  ahead('<', 'less than'),
  ahead('>', 'greater than'),
  ahead('\\+', 'plus'),
  ahead('±', 'plus or minus'),
  {
    pattern: new RegExp(String.raw`(?<![^\s(])[-−](${NUMBER})(?![\p{L}\p{N}]|[-.,:/]\d)`, 'gu'),
    read: ([, amount = '']) => `minus ${numberWords(amount)}`,
  },
];
