const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const WEEKDAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

/** Months as they are written, in full or short. */
export const MONTH =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)';
export const WEEKDAY = '(?:Mon|Tue(?:s)?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)(?:day|nesday|sday|urday)?';

/** @param month 1 to 12 */
export function monthName(month: number): string {
  return MONTHS[month - 1] ?? '';
}

/** "November" for "Nov", "Monday" for "Mon". */
export function fullName(short: string): string {
  const start = short.slice(0, 3);
  return [...MONTHS, ...WEEKDAYS].find((name) => name.startsWith(start)) ?? short;
}
