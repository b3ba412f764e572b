import { LIMITS } from '../limits/limits.ts';
import type { PausePlan } from '../text/pause-plan.ts';

const RATES = new Map(
  Object.entries({ 'x-slow': 0.5, slow: 0.75, medium: 1, default: 1, fast: 1.3, 'x-fast': 1.6 }),
);
/** Labels in decibels. The recommendation leaves their values to the processor. */
const VOLUMES_DB = new Map(
  Object.entries({
    silent: Number.NEGATIVE_INFINITY,
    ...{ 'x-soft': -12, soft: -6, medium: 0, default: 0, loud: 4, 'x-loud': 8 },
  }),
);
const STRENGTHS = new Map<string, keyof PausePlan | null>([
  ['none', null],
  ['x-weak', null],
  ['weak', 'mediumBreak'],
  ['medium', 'mediumBreak'],
  ['strong', 'sentenceBreak'],
  ['x-strong', 'paragraphBreak'],
]);
const DEFAULT_STRENGTH = 'medium';
const MAX_GAIN_DB = 12;
const MS_IN_SECOND = 1000;

/**
 * `rate` of prosody: a label, a factor ("1.2"), a share ("80%") or a change ("+20%", "-10%").
 *
 * @returns a factor of the surrounding rate; `undefined` for anything else
 */
export function rateOf(value: string): number | undefined {
  const label = RATES.get(value.toLowerCase());
  if (label !== undefined) return label;
  const [, sign = '', number = '', percent = ''] = /^([+-]?)(\d{1,4}(?:\.\d{1,4})?)(%?)$/.exec(value) ?? [];
  if (number === '' || (sign !== '' && percent === '')) return undefined;
  const amount = percent === '' ? Number(number) : Number(number) / 100;
  const rate = sign === '' ? amount : 1 + (sign === '-' ? -amount : amount);
  return rate > 0 ? rate : undefined;
}

/** `volume` of prosody: a label or a change in decibels ("-6dB"), at most 12 dB louder. @returns decibels */
export function volumeOf(value: string): number | undefined {
  const label = VOLUMES_DB.get(value.toLowerCase());
  if (label !== undefined) return label;
  const [, number] = /^([+-]?\d{1,3}(?:\.\d{1,3})?)dB$/i.exec(value) ?? [];
  return number === undefined ? undefined : Math.min(MAX_GAIN_DB, Number(number));
}

/** `time` of a break: "1.5s", "500ms". @returns seconds, without a limit */
export function secondsOf(value: string): number | undefined {
  const [, number, unit] = /^\+?(\d{1,6}(?:\.\d{1,6})?|\.\d{1,6})(ms|s)$/i.exec(value) ?? [];
  if (number === undefined || unit === undefined) return undefined;
  return unit.toLowerCase() === 'ms' ? Number(number) / MS_IN_SECOND : Number(number);
}

/** `strength` of a break. @returns seconds; 0 for no break; `undefined` for an unknown word */
export function strengthSeconds(value: string | undefined, pauses: PausePlan): number | undefined {
  const member = STRENGTHS.get(value ?? DEFAULT_STRENGTH);
  return member === undefined ? undefined : member === null ? 0 : pauses[member];
}

/** The longest silence between two words, in seconds. */
export const MAX_PAUSE_SECONDS = LIMITS.pauses.maxSeconds;
