import { MAX_RETRY_AFTER_MS } from '@parlance/core/webhooks';

const SECONDS = /^\d{1,10}$/;
/** All three forms of HTTP dates end or begin in a way that `Date.parse` takes; this keeps out what else it takes. */
const HTTP_DATE = /^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}/;

/**
 * Reads Retry-After: seconds, or an HTTP date.
 *
 * @param nowMs epoch milliseconds, for a date
 * @returns milliseconds from now, 0 to a day; `null` for none, or for words that mean nothing
 */
export function readRetryAfter(value: string | undefined, nowMs: number): number | null {
  const text = value?.trim() ?? '';
  if (SECONDS.test(text)) return Math.min(Number(text) * 1_000, MAX_RETRY_AFTER_MS);
  const dateMs = HTTP_DATE.test(text) ? Date.parse(inGmt(text)) : Number.NaN;
  if (Number.isNaN(dateMs)) return null;
  return Math.min(Math.max(dateMs - nowMs, 0), MAX_RETRY_AFTER_MS);
}

/** HTTP dates are always GMT; asctime's form does not say so, and would be read as local time. */
function inGmt(text: string): string {
  return text.endsWith('GMT') ? text : `${text} GMT`;
}
