import { MAX_RETRY_AFTER_MS } from '@parlance/core/webhooks';

const SECONDS = /^\d{1,10}$/;
/** `Date.parse` accepts all three forms of HTTP dates; this rejects other text that it accepts. */
const HTTP_DATE = /^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}/;

/**
 * Parses Retry-After: seconds, or an HTTP date.
 *
 * @param nowMs the current time in epoch milliseconds, for a date
 * @returns milliseconds from now, 0 to a day; `null` if it is absent or invalid
 */
export function readRetryAfter(value: string | undefined, nowMs: number): number | null {
  const text = value?.trim() ?? '';
  if (SECONDS.test(text)) return Math.min(Number(text) * 1_000, MAX_RETRY_AFTER_MS);
  const dateMs = HTTP_DATE.test(text) ? Date.parse(inGmt(text)) : Number.NaN;
  if (Number.isNaN(dateMs)) return null;
  return Math.min(Math.max(dateMs - nowMs, 0), MAX_RETRY_AFTER_MS);
}

/** HTTP dates are always GMT, but asctime's form does not include it and would be parsed as local time. */
function inGmt(text: string): string {
  return text.endsWith('GMT') ? text : `${text} GMT`;
}
