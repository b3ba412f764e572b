import type { App, RetiredToken } from '../app.ts';
import { rateExceeded } from '../app-limits/rate-error.ts';

/** Each of them is one more token that is accepted. */
const MAX_RETIRED_TOKENS = 5;

type AppTokens = Pick<App, 'tokenId' | 'retiredTokens'>;

/** Whether the token with this id is the app's current one, or a replaced one that may still be used at `nowMs` (epoch milliseconds). */
export function isTokenOf({ tokenId, retiredTokens }: AppTokens, id: string, nowMs: number): boolean {
  return (
    id === tokenId || retiredTokens.some((retired) => retired.tokenId === id && isGoodAt(nowMs)(retired))
  );
}

/** A new token that replaces the app's current one. */
interface NewToken {
  readonly tokenId: string;
  /** How long the old one may still be used. 0: it expires now, and so do all that were replaced before. */
  readonly graceMs: number;
  readonly nowMs: number;
}

/** @throws SpeechError `REQUEST_RATE_EXCEEDED` while the maximum number of old tokens is still valid */
export function rotateTokenOf(
  { tokenId: oldId, retiredTokens }: AppTokens,
  { tokenId, graceMs, nowMs }: NewToken,
): AppTokens {
  if (graceMs === 0) return { tokenId, retiredTokens: [] };
  const kept = retiredTokens.filter(isGoodAt(nowMs));
  if (kept.length >= MAX_RETIRED_TOKENS) {
    const soonestMs = Math.min(...kept.map(({ until }) => Date.parse(until)));
    throw rateExceeded(
      `The app has ${kept.length} old tokens that are still good; limit is ${MAX_RETIRED_TOKENS}. ` +
        'Without a grace period all of them end at once.',
      soonestMs - nowMs,
    );
  }
  const until = new Date(nowMs + graceMs).toISOString();
  return { tokenId, retiredTokens: [{ tokenId: oldId, until }, ...kept] };
}

function isGoodAt(nowMs: number): (retired: RetiredToken) => boolean {
  return ({ until }) => Date.parse(until) > nowMs;
}
