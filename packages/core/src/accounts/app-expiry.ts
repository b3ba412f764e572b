import { SpeechError } from '../errors/speech-error.ts';

/** The fixed periods that may be chosen when an app is created, in days. */
export const EXPIRY_PERIODS_DAYS = { '7d': 7, '30d': 30, '60d': 60, '90d': 90 } as const;

const DAY_MS = 86_400_000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Turns an expiry choice into the time at which the token expires.
 *
 * @param choice `7d`, `30d`, `60d`, `90d`, `permanent`, a date `YYYY-MM-DD` (the token expires at the end of that day, UTC) or an
 * ISO 8601 time
 * @param nowMs epoch milliseconds
 * @returns ISO 8601 UTC with milliseconds, or `null` for permanent
 * @throws SpeechError `INVALID_INPUT` for anything else and for a time in the past
 */
export function appExpiresAt(choice: string, nowMs: number): string | null {
  if (choice === 'permanent') return null;
  if (isPeriod(choice)) return new Date(nowMs + EXPIRY_PERIODS_DAYS[choice] * DAY_MS).toISOString();
  const endMs = endOfChoice(choice);
  if (Number.isNaN(endMs)) {
    throw new SpeechError(
      'INVALID_INPUT',
      `expires is "${choice}"; it must be 7d, 30d, 60d, 90d, permanent, a date YYYY-MM-DD or an ISO 8601 time.`,
      { field: 'expires' },
    );
  }
  if (endMs <= nowMs) {
    throw new SpeechError(
      'INVALID_INPUT',
      `expires is ${choice}, which is in the past; it must be later than now.`,
      {
        field: 'expires',
      },
    );
  }
  return new Date(endMs).toISOString();
}

function isPeriod(choice: string): choice is keyof typeof EXPIRY_PERIODS_DAYS {
  return Object.hasOwn(EXPIRY_PERIODS_DAYS, choice);
}

function endOfChoice(choice: string): number {
  if (!DATE.test(choice)) return /^\d{4}-\d{2}-\d{2}T/.test(choice) ? Date.parse(choice) : Number.NaN;
  const startMs = Date.parse(`${choice}T00:00:00.000Z`);
  // `Date.parse` takes 2026-02-30 for March 2: a day that is not in the calendar is refused instead.
  if (Number.isNaN(startMs) || new Date(startMs).toISOString().slice(0, 10) !== choice) return Number.NaN;
  return startMs + DAY_MS - 1;
}
