import type { Clock } from '../../platform/clock.ts';
import type { App } from '../app.ts';
import { rememberByApp } from '../remember-by-app.ts';
import { rateExceeded } from './rate-error.ts';
import type { SharedLimits } from './shared-limits.ts';
import { fullBucket, type TokenBucket, takeToken } from './token-bucket.ts';

/** Counts the calls of apps that have a limit per minute. */
export interface CallRate {
  /** @throws SpeechError `REQUEST_RATE_EXCEEDED`, a storage code */
  take(app: Pick<App, 'appId' | 'requestsPerMinute'>): Promise<void>;
}

/**
 * In a single process, buckets are in memory and cost nothing. An app is only forgotten when its bucket is full, or when 10 000 other apps have called
 * since.
 *
 * @param shared given if other processes serve the same apps
 */
export function createCallRate(
  clock: Pick<Clock, 'monotonicMs'>,
  shared?: Pick<SharedLimits, 'takeCall'>,
): CallRate {
  const buckets = rememberByApp<TokenBucket>();
  const takeHere = (appId: string, perMinute: number): number => {
    const nowMs = clock.monotonicMs();
    const taken = takeToken(buckets.get(appId) ?? fullBucket({ perMinute }, nowMs), { perMinute }, nowMs);
    buckets.set(appId, taken.bucket);
    return taken.waitMs;
  };
  return {
    async take({ appId, requestsPerMinute }) {
      if (requestsPerMinute === null) return;
      const waitMs =
        shared === undefined
          ? takeHere(appId, requestsPerMinute)
          : await shared.takeCall(appId, requestsPerMinute);
      if (waitMs <= 0) return;
      throw rateExceeded(`The app may make ${requestsPerMinute} requests a minute.`, waitMs);
    },
  };
}
