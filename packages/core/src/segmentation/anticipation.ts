import { likelyEndMs } from './segmenter-options.ts';

/** Added to half of the silence that ends an utterance: nothing if all workers are idle, this share if all are busy, which makes three quarters. */
const SHARE_ADDED_BY_BUSY_WORKERS = 0.25;

/**
 * Silence after which an utterance is decoded as if it were over, in milliseconds. Of the pauses that reach half of the silence that
 * ends an utterance, speech continues after a quarter; of those that reach three quarters, after hardly any. So starting early costs a quarter
 * more decodings: no harm on idle workers, but other sessions' time on busy ones.
 *
 * @param busyShare 0 to 1: the share of workers that are decoding finals
 */
export function anticipateAfterMs(speechCompleteTimeoutMs: number, busyShare: number): number {
  const likelyMs = likelyEndMs(speechCompleteTimeoutMs);
  const laterMs = speechCompleteTimeoutMs * (0.5 + SHARE_ADDED_BY_BUSY_WORKERS * busyShare);
  return Math.max(likelyMs, laterMs);
}
