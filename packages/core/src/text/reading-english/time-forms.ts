import { type ReadingForm, textAfter } from '../reading-form.ts';
import { spelled } from './noun-context.ts';
import { cardinal, partWords } from './number-words.ts';

const HALF_DAY = String.raw`([ap])\.?m\b(?:\.(?=\s\p{Ll}|$)|\.(?=[,;:!?)]))?`;
const CLOCK = String.raw`(\d{1,2})[:.](\d{2})(?::(\d{2}))?`;
const START = String.raw`(?<![\p{L}\p{N}.,:/$€£-])`;

/** Times of day and ratios. 3:45 is a time; 16:9 and 3:1 are ratios, since minutes have two digits. */
export const TIME_FORMS: readonly ReadingForm[] = [
  {
    // "10am-5pm", "9–11 am".
    pattern: new RegExp(
      String.raw`${START}(\d{1,2})(?::(\d{2}))? ?(?:([ap])\.?m\b\.?)? ?[-–] ?(\d{1,2})(?::(\d{2}))? ?([ap])\.?m\b\.?`,
      'giu',
    ),
    read(match, context) {
      const [, from = '', fromMinute = '00', fromHalf, to = '', toMinute = '00', half = ''] = match;
      const first = halfDayTime(from, fromMinute);
      const second = halfDayTime(to, toMinute);
      if (first === undefined || second === undefined) return undefined;
      const firstHalf = fromHalf === undefined ? '' : ` ${spelledHalf(fromHalf)}`;
      return `${first}${firstHalf} to ${second} ${spelled(`${half}m`, textAfter(match, context)).toLowerCase()}`;
    },
  },
  {
    // "3:45 pm", "8 a.m.", "5.30am".
    pattern: new RegExp(String.raw`${START}(?:${CLOCK}|(\d{1,2})) ?${HALF_DAY}(?!\p{L})`, 'giu'),
    read(match, context) {
      const [, clockHour, minute = '00', , bareHour, half = ''] = match;
      const time = halfDayTime(clockHour ?? bareHour ?? '', minute);
      if (time === undefined) return undefined;
      return `${time} ${spelled(`${half}m`, textAfter(match, context)).toLowerCase()}`;
    },
  },
  {
    // "9:00–17:00", "12:30:45", "14:30".
    pattern: new RegExp(
      String.raw`${START}(\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?[-–] ?(\d{1,2}):(\d{2}))?(?![\p{L}\d]|[:.]\d)`,
      'gu',
    ),
    read([, hour = '', minute = '', second, toHour, toMinute = '']) {
      if (!isTime(hour, minute) || (toHour !== undefined && !isTime(toHour, toMinute))) return undefined;
      const from = clockWords(Number(hour), minute);
      const seconds =
        second === undefined
          ? ''
          : ` and ${cardinal(Number(second))} ${Number(second) === 1 ? 'second' : 'seconds'}`;
      return `${from}${seconds}${toHour === undefined ? '' : ` to ${clockWords(Number(toHour), toMinute)}`}`;
    },
  },
  {
    pattern: /(?<![\p{L}\p{N}.,:/-])(\d{1,3}):(\d{1,3})(?![\p{L}\d:]|[-–.,]\d)/gu,
    read: ([, one = '', two = '']) => `${cardinal(Number(one))} to ${cardinal(Number(two))}`,
  },
];

/** A time of the 24-hour clock: "fourteen thirty", "ten o'clock", "fourteen hundred". */
export function clockWords(hour: number, minute: string): string {
  if (minute !== '00') return `${cardinal(hour)} ${partWords(minute)}`;
  if (hour % 24 === 0) return 'midnight';
  return hour > 12 ? `${cardinal(hour)} hundred` : `${cardinal(hour)} o'clock`;
}

function halfDayTime(hour: string, minute: string): string | undefined {
  if (Number(hour) > 12 || !isTime(hour, minute)) return undefined;
  return minute === '00' ? cardinal(Number(hour)) : `${cardinal(Number(hour))} ${partWords(minute)}`;
}

function isTime(hour: string, minute: string): boolean {
  return Number(hour) <= 24 && Number(minute) < 60;
}

function spelledHalf(half: string): string {
  return spelled(`${half}m`, '').toLowerCase();
}
