import { ParlanceError } from '../parlance-error.ts';

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
const MAX_ATTEMPTS = 8;

export interface ReconnectOptions {
  /** How many sessions in a row have failed by now, this one included: 1, 2, … Set it back once a session was ready. */
  readonly attempt: number;
  /** 0 to 1; default `Math.random`. Spreads the clients that one event has thrown out together. */
  readonly random?: () => number;
}

/**
 * Whether a new session may fare better than the one that ended, and when. It goes by the error's `retryable`, as the server said
 * it; a lost connection is retryable too. The new session begins with audio that the old one gave no final for,
 * as `listen` with `reconnect` does by itself.
 *
 * @returns milliseconds to wait; `undefined`: don't, nothing would change by it, or it was tried often enough
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
  // At least half of it: several refusals must not follow each other at once.
  return Math.max(retryAfterMs, Math.round(longestMs * (0.5 + random() / 2)));
}
