import { likelyEndMs } from './segmenter-options.ts';

/** Of the silence that ends an utterance: from half of it, where workers are idle, to three quarters, where all are busy. */
const SHARE_ADDED_BY_BUSY_WORKERS = 0.25;

/**
 * Silence after which an utterance is decoded as if it were over, in milliseconds. Of the pauses that last half of the silence that
 * ends an utterance a quarter goes on to be none; of those of three quarters hardly any. So what is begun early costs a quarter
 * more decodings: nothing on idle workers, and other sessions' time on busy ones.
 *
 * @param busyShare 0 to 1: how many of the workers have finals to do
 */
export function anticipateAfterMs(speechCompleteTimeoutMs: number, busyShare: number): number {
  const likelyMs = likelyEndMs(speechCompleteTimeoutMs);
  const laterMs = speechCompleteTimeoutMs * (0.5 + SHARE_ADDED_BY_BUSY_WORKERS * busyShare);
  return Math.max(likelyMs, laterMs);
}
