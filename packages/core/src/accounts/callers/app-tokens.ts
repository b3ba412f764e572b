import type { App, RetiredToken } from '../app.ts';
import { rateExceeded } from '../app-limits/rate-error.ts';

/** Each of them is one more token that lets callers in. */
const MAX_RETIRED_TOKENS = 5;

type AppTokens = Pick<App, 'tokenId' | 'retiredTokens'>;

/** Whether a token of this id is the app's, or one that was replaced and may still be used at `nowMs` (epoch milliseconds). */
export function isTokenOf({ tokenId, retiredTokens }: AppTokens, id: string, nowMs: number): boolean {
  return (
    id === tokenId || retiredTokens.some((retired) => retired.tokenId === id && isGoodAt(nowMs)(retired))
  );
}

/** A new token that takes the place of the app's. */
interface NewToken {
  readonly tokenId: string;
  /** How long the old one may still be used. 0: it ends now, and so does each that was replaced before. */
  readonly graceMs: number;
  readonly nowMs: number;
}

/** @throws SpeechError `REQUEST_RATE_EXCEEDED` while as many old tokens as may be are still good */
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
