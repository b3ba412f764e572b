/**
 * A bucket holds so many tokens and is filled evenly: who has been quiet may send all of a minute's calls at once, and then as many
 * as it fills.
 */
export interface TokenBucket {
  readonly tokens: number;
  /** Of a clock that never goes back. */
  readonly filledAtMs: number;
}

export interface BucketSize {
  /** Tokens that fit in, and that a minute fills. */
  readonly perMinute: number;
}

const MINUTE_MS = 60_000;

export function fullBucket({ perMinute }: BucketSize, nowMs: number): TokenBucket {
  return { tokens: perMinute, filledAtMs: nowMs };
}

/** @returns the bucket after a token was taken, or how long it takes until there is one */
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

/** Puts a token back that was taken in vain. */
export function returnToken(bucket: TokenBucket, { perMinute }: BucketSize): TokenBucket {
  return { ...bucket, tokens: Math.min(perMinute, bucket.tokens + 1) };
}
