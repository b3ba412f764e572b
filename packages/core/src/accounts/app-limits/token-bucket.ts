/**
 * A bucket holds a fixed number of tokens and is refilled evenly: after a quiet minute a caller may send all of a minute's calls at once, and then
 * as many as are refilled.
 */
export interface TokenBucket {
  readonly tokens: number;
  /** When it was last refilled, by a monotonic clock. */
  readonly filledAtMs: number;
}

export interface BucketSize {
  /** Tokens that the bucket holds, and that are refilled in a minute. */
  readonly perMinute: number;
}

const MINUTE_MS = 60_000;

export function fullBucket({ perMinute }: BucketSize, nowMs: number): TokenBucket {
  return { tokens: perMinute, filledAtMs: nowMs };
}

/** @returns the bucket after a token was taken, or how long it takes until one is available */
export function takeToken(
  bucket: TokenBucket,
  { perMinute }: BucketSize,
  nowMs: number,
): { readonly bucket: TokenBucket; readonly waitMs: number } {
  const added = (Math.max(0, nowMs - bucket.filledAtMs) * perMinute) / MINUTE_MS;
  const tokens = Math.min(perMinute, bucket.tokens + added);
  if (tokens >= 1) return { bucket: { tokens: tokens - 1, filledAtMs: nowMs }, waitMs: 0 };
  return { bucket: { tokens, filledAtMs: nowMs }, waitMs: ((1 - tokens) * MINUTE_MS) / perMinute };
}

/** Puts back a token that was not used. */
export function returnToken(bucket: TokenBucket, { perMinute }: BucketSize): TokenBucket {
  return { ...bucket, tokens: Math.min(perMinute, bucket.tokens + 1) };
}
