const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** How long after a failed attempt the next one is made, before jitter; the first attempt is made at once. */
export const WEBHOOK_RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  20 * HOUR_MS,
];

export const MAX_WEBHOOK_ATTEMPTS = WEBHOOK_RETRY_DELAYS_MS.length + 1;

/** A wait is shortened by up to this share, never lengthened, so that the audio still exists at the last attempt. */
export const WEBHOOK_JITTER_SHARE = 0.2;

/** The longest wait that a receiver may request. */
export const MAX_RETRY_AFTER_MS = 24 * HOUR_MS;

/** Audio is kept for 72 hours. Five minutes less leave time for a late start of the last attempt and its 15 seconds. */
export const WEBHOOK_LAST_ATTEMPT_MS = 72 * HOUR_MS - 5 * MINUTE_MS;

const STATUS_GONE = 410;

/** The receiver's answer to an attempt; compatible with `WebhookAnswer` of the egress port. */
export interface WebhookOutcome {
  /** HTTP status; `null` if there was no answer. */
  readonly status: number | null;
  /** The receiver's Retry-After; `null` if it sent none. */
  readonly retryAfterMs: number | null;
}

export interface WebhookProgress {
  /** Attempts made, including the one just answered; at least 1. */
  readonly attempts: number;
  /** Since the delivery was first due, or since it was sent again manually. */
  readonly elapsedMs: number;
}

/** Whether the receiver's status says that it has the result. */
export function isAccepted(status: number | null): boolean {
  return status !== null && status >= 200 && status <= 299;
}

/** `gone`: the receiver answered 410. `exhausted`: attempts or time ran out. */
export type WebhookDeathReason = 'gone' | 'exhausted';

export type NextWebhookAttempt =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'retry'; readonly afterMs: number }
  | { readonly kind: 'dead'; readonly reason: WebhookDeathReason };

/**
 * Decides what follows an attempt. After a 2xx it is delivered, 410 ends it, everything else (redirects included) is tried again:
 * after the schedule's wait or the receiver's Retry-After, whichever is later. A wait that would end after
 * `WEBHOOK_LAST_ATTEMPT_MS` is cut to end there, and the attempt made then is the last.
 *
 * @param random a random number in [0, 1)
 * @param delaysMs an operator's own schedule, instead of the default one
 */
export function nextAttempt(
  { attempts, elapsedMs }: WebhookProgress,
  { status, retryAfterMs }: WebhookOutcome,
  random: number,
  delaysMs: readonly number[] = WEBHOOK_RETRY_DELAYS_MS,
): NextWebhookAttempt {
  if (isAccepted(status)) return { kind: 'delivered' };
  if (status === STATUS_GONE) return { kind: 'dead', reason: 'gone' };
  const delayMs = delaysMs[attempts - 1];
  const leftMs = WEBHOOK_LAST_ATTEMPT_MS - elapsedMs;
  if (delayMs === undefined || leftMs <= 0) return { kind: 'dead', reason: 'exhausted' };
  const jitteredMs = Math.round(delayMs * (1 - WEBHOOK_JITTER_SHARE * random));
  const askedMs = Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
  return { kind: 'retry', afterMs: Math.min(Math.max(jitteredMs, askedMs), leftMs) };
}
