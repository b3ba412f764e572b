import { READ, type ReadingContext, type ReadingForm, textAfter, textBefore } from '../reading-form.ts';
import { isCalendarDay } from '../shared-readings.ts';
import { fullName, MONTH, monthName, WEEKDAY } from './calendar-names.ts';
import { beginsWithPlural } from './noun-context.ts';
import { ordinal, yearWords } from './number-words.ts';
import { clockWords } from './time-forms.ts';

const DAY = String.raw`(\d{1,2})(?:st|nd|rd|th)?(?![\d:]|[.,/]\d)`;
const START = String.raw`(?<![\p{L}\p{N}.,/:-])`;
const BEFORE_DATE = String.raw`(?:(${WEEKDAY})(?:\.?(,)|\.)? )?`;

/** Dates in numbers and with the names of months. The order of day and month follows the region unless only one is possible. */
export const DATE_FORMS: readonly ReadingForm[] = [
  {
    pattern: new RegExp(
      String.raw`${START}(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?(Z)?)?(?![\p{L}\d]|[-/]\d)`,
      'gu',
    ),
    read([, year = '', , month = '', day = '', hour, minute = '', zone], context) {
      const date = dateWords({ year, month: Number(month), day: Number(day) }, context);
      if (date === undefined || hour === undefined) return date;
      return `${date}, ${clockWords(Number(hour), minute)}${zone === undefined ? '' : ' UTC'}`;
    },
  },
  {
    pattern: new RegExp(
      String.raw`${START}(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?![\p{L}\d]|[-/.]\d)`,
      'gu',
    ),
    read([, one = '', sign, two = '', year = ''], context) {
      // "1.2.25" is more often a version than a date.
      if (year.length === 2 && sign !== '/') return undefined;
      const isDayFirst = sign === '.' ? true : Number(one) > 12 || (context.isDayFirst && Number(two) <= 12);
      const [day, month] = isDayFirst ? [Number(one), Number(two)] : [Number(two), Number(one)];
      const date = { year: year.length === 2 ? `20${year}` : year, month, day };
      return dateWords(date, { ...context, isDayFirst });
    },
  },
  {
    // "on 7/4"; 1/2, 2/3 and the like stay fractions.
    pattern: /(?<=\b(?:on|by|since|until) )(\d{1,2})\/(\d{1,2})(?![\p{L}\d/]|\.\d)/giu,
    read([, one = '', two = ''], context) {
      const isFraction = Number(one) < Number(two) && [2, 3, 4, 5, 8, 10].includes(Number(two));
      const [day, month] = context.isDayFirst ? [Number(one), Number(two)] : [Number(two), Number(one)];
      return isFraction ? undefined : dateWords({ month, day }, context);
    },
  },
  {
    // "Tue 5 Dec", "the 5th of Oct.", "4 July 1776".
    pattern: new RegExp(
      String.raw`${START}${BEFORE_DATE}(\d{1,2})(?:st|nd|rd|th)?(?:[-–](\d{1,2})(?:st|nd|rd|th)?)?(?: of)? (${MONTH})(\b\.?)(?:,? (\d{4})(?!\d|,\d))?(?!\p{L})`,
      'gu',
    ),
    read(match, context) {
      const [, weekday, comma = '', day = '', last, month = '', stop, year] = match;
      if (Number(day) < 1 || Number(day) > 31) return undefined;
      const isFull = /(?:^|[^\p{L}])the $/iu.test(textBefore(match, context)) && weekday === undefined;
      const isAtEnd = stop === '.' && year === undefined && textAfter(match, context) === '';
      return [
        weekday === undefined ? '' : `${fullName(weekday)}${comma} `,
        isFull ? '' : 'the ',
        `${ordinal(Number(day))}${last === undefined ? '' : ` to ${ordinal(Number(last))}`} of ${fullName(month)}`,
        year === undefined ? '' : ` ${yearWords(Number(year))}`,
        isAtEnd ? '.' : '',
      ].join('');
    },
  },
  {
    // "Nov. 23, 2026", "July 4th", "March 3-5".
    pattern: new RegExp(
      String.raw`${START}${BEFORE_DATE}(${MONTH})\b\.? ${DAY}(?:[-–](\d{1,2})(?:st|nd|rd|th)?(?![\d:]))?(?:,? (\d{4})(?!\d|,\d))?(?!\p{L})`,
      'gu',
    ),
    read(match, context) {
      const [, weekday, comma = '', month = '', day = '', last, year] = match;
      if (Number(day) < 1 || Number(day) > 31) return undefined;
      if (year === undefined && beginsWithPlural(textAfter(match, context))) return undefined;
      return [
        weekday === undefined ? '' : `${fullName(weekday)}${comma} `,
        `${fullName(month)} ${ordinal(Number(day))}`,
        last === undefined ? '' : ` to ${ordinal(Number(last))}`,
        year === undefined ? '' : `, ${yearWords(Number(year))}`,
      ].join('');
    },
  },
  {
    pattern: new RegExp(String.raw`${START}(${MONTH})\b\.?,? (\d{4})(?![\p{L}\d]|[,.]\d)`, 'gu'),
    read(match, context) {
      const [, month = '', year = ''] = match;
      if (Number(year) < 1000 || beginsWithPlural(textAfter(match, context))) return undefined;
      return `${fullName(month)} ${yearWords(Number(year))}`;
    },
  },
  {
    // "Mon.–Wed., Dec. 3", of which the end has been read.
    pattern: new RegExp(String.raw`${START}(${WEEKDAY}|${MONTH})\.?[-–](?=${READ})`, 'gu'),
    read: ([, from = '']: RegExpExecArray) => `${fullName(from)} to `,
  },
  ...[WEEKDAY, MONTH].map((name) => ({
    pattern: new RegExp(String.raw`${START}(${name})\.? ?[-–] ?(${name})\b\.?(?!-)`, 'gu'),
    read: ([, from = '', to = '']: RegExpExecArray) => `${fullName(from)} to ${fullName(to)}`,
  })),
];

interface WrittenDate {
  readonly year?: string;
  readonly month: number;
  readonly day: number;
}

/** A date in words, with the day before or after the month. @returns `undefined` if no month has such a day */
export function dateWords(
  { year, month, day }: WrittenDate,
  { isDayFirst }: Pick<ReadingContext, 'isDayFirst'>,
): string | undefined {
  if (!isCalendarDay(day, month)) return undefined;
  const spokenYear = year === undefined ? '' : yearWords(Number(year));
  if (isDayFirst) return `the ${ordinal(day)} of ${monthName(month)} ${spokenYear}`.trim();
  return `${monthName(month)} ${ordinal(day)}${spokenYear === '' ? '' : `, ${spokenYear}`}`;
}
