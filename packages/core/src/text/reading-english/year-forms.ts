import { type ReadingForm, textAfter, textBefore } from '../reading-form.ts';
import { beginsWithPlural } from './noun-context.ts';
import { cardinal, pluralOf, yearWords } from './number-words.ts';

/** Words before any year. */
const YEAR_WORD =
  /\b(?:in|since|until|till|before|after|during|from|to|of|and|by|early|late|mid|circa|ca\.|c\.|year|est\.|established|born|died|copyright)[ -]$/iu;
const YEAR_SIGN = /[(©] ?$/u;
/** Words before a round year; "a total of 1500" is not one. */
const ROUND_YEAR_WORD =
  /\b(?:in|since|until|till|early|late|mid|circa|ca\.|c\.|year|born|died|est\.|established)[ -]$/iu;
/** From here on a number of four digits is a year unless the context indicates otherwise. */
const LEAST_PLAIN_YEAR = 1900;
/** Without a word that indicates a year, earlier spans are more often numbers. */
const LEAST_LIKELY_YEAR = 1500;
/** Words after which a plural noun does not make it a count: "in 1999 sales rose". */
const CERTAIN = /\b(?:since|until|year|early|late|circa)[ -]$/iu;
/** Words before counts and numbers, never before a year. */
const COUNT_WORD =
  /\b(?:about|almost|at least|at most|exactly|gate|highway|line|model|more than|less than|fewer than|nearly|number|no\.|over|page|port|room|route|step|than|up to|flight|under)[ -]$/iu;
const YEAR = String.raw`(?<![\p{L}\p{N}_#$€£]|[\p{N}][-–./:,]|[./,:]|\p{Lu}[-–])`;

/** Years, decades and spans of years. 1900 to 2099 is a year unless a counted noun follows; an earlier number needs a word that indicates a year. */
export const YEAR_FORMS: readonly ReadingForm[] = [
  {
    pattern: /(?<![\p{L}\p{N}.,])(?:(\d{2})?(\d)0|['’](\d)0)s(?![\p{L}\d])/gu,
    read([, century, digit, short]) {
      const tens = Number(short ?? digit) * 10;
      if (century === undefined) return tens < 20 ? undefined : pluralOf(cardinal(tens));
      if (tens === 0) return pluralOf(yearWords(Number(century) * 100));
      return `${cardinal(Number(century))} ${pluralOf(cardinal(tens))}`;
    },
  },
  {
    pattern: new RegExp(
      String.raw`${YEAR}(1\d{3}|20\d{2}) ?[-–] ?(\d{4}|\d{2})(?![\p{L}\d%]|[-–.,:/]\d)`,
      'gu',
    ),
    read(match, context) {
      const [, from = '', to = ''] = match;
      const isSpan = to.length === 4 ? Number(to) > Number(from) && Number(to) < 2100 : to > from.slice(2);
      const before = textBefore(match, context);
      if (!isSpan || COUNT_WORD.test(before)) return undefined;
      if (Number(from) < LEAST_LIKELY_YEAR && !YEAR_WORD.test(before)) return undefined;
      if (to.length === 4 && beginsWithPlural(textAfter(match, context))) return undefined;
      return `${yearWords(Number(from))} to ${to.length === 2 ? cardinal(Number(to)) : yearWords(Number(to))}`;
    },
  },
  {
    pattern: new RegExp(
      String.raw`${YEAR}(1[0-9]\d{2}|20\d{2})(?![\p{L}\p{N}_%°]|[-–/:][\p{L}\d]|[.,]\d)`,
      'gu',
    ),
    read(match, context) {
      const year = Number(match[1]);
      const before = textBefore(match, context);
      if (COUNT_WORD.test(before)) return undefined;
      if (beginsWithPlural(textAfter(match, context)) && !CERTAIN.test(before) && !isAfterIn(before, year))
        return undefined;
      if (year >= LEAST_PLAIN_YEAR || YEAR_SIGN.test(before)) return yearWords(year);
      const isRound = year % 100 === 0;
      return (isRound ? ROUND_YEAR_WORD : YEAR_WORD).test(before) ? yearWords(year) : undefined;
    },
  },
];

/** "in 1999 sales rose" is a year; "in 2000 cases" is a round count. */
function isAfterIn(before: string, year: number): boolean {
  return /\bin $/iu.test(before) && year % 100 !== 0;
}
