import { ParlanceError } from './parlance-error.ts';

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
const MAX_ATTEMPTS = 8;
/** The longest time of a timer, 25 days; a longer one would end at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export interface ReconnectOptions {
  /** How many sessions in a row have failed, including this one: 1, 2, … Reset it once a session is ready. */
  readonly attempt: number;
  /** 0 to 1; default `Math.random`. Spreads clients that were disconnected at the same time. */
  readonly random?: () => number;
}

/**
 * Whether a new session may succeed after one failed, and when. It depends on the error's `retryable`, as the server sent
 * it; a lost connection is retryable too. The new session should begin with the audio for which the old one had no final,
 * as `listen` with `reconnect` does automatically.
 *
 * @returns milliseconds to wait, no more than `setTimeout` can; `undefined`: don't reconnect, because it would not help, or it was tried often enough
 * @example
 * const delayMs = reconnectDelayMs(error, { attempt });
 * if (delayMs === undefined) throw error;
 */
export function reconnectDelayMs(
  error: unknown,
  { attempt, random = Math.random }: ReconnectOptions,
): number | undefined {
  if (!(error instanceof ParlanceError) || !error.retryable || attempt > MAX_ATTEMPTS) return undefined;
  const { retryAfterMs = 0 } = error;
  const longestMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
  // At least half of it, so that several refusals do not follow each other at once.
  const delayMs = Math.max(retryAfterMs, Math.round(longestMs * (0.5 + random() / 2)));
  return Math.min(delayMs, MAX_TIMER_MS);
}
