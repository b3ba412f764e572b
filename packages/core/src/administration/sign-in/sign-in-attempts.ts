import { LRUCache } from 'lru-cache';
import { rateExceeded } from '../../accounts/app-limits/rate-error.ts';
import {
  fullBucket,
  returnToken,
  type TokenBucket,
  takeToken,
} from '../../accounts/app-limits/token-bucket.ts';
import type { ConsoleAccess } from './console-access.ts';

/** Counts attempts to sign in, by address and over all. */
export interface SignInAttempts {
  /** @throws SpeechError `REQUEST_RATE_EXCEEDED`, a storage code */
  take(address: string): Promise<void>;
  /** Of an attempt that was a good one. */
  release(address: string): Promise<void>;
}

/** Wrong passwords a minute. The second bounds what many addresses may guess together, and the work that it makes. */
const OF_ONE_ADDRESS = { perMinute: 5 };
const OF_ALL = { perMinute: 30 };
/** Addresses that are remembered; one more forgets the longest untouched, which the limit over all of them bears. */
const MAX_ADDRESSES = 10_000;
/** Among the buckets of apps, whose ids have no colon. */
const SHARED_NAME = 'sign-in:';

/** Counted in this process first, so that a flood makes no work for the database and no more than 30 rows a minute in it. */
export function createSignInAttempts({
  clock,
  sharedLimits: shared,
}: Pick<ConsoleAccess, 'clock' | 'sharedLimits'>): SignInAttempts {
  const byAddress = new LRUCache<string, TokenBucket>({ max: MAX_ADDRESSES });
  let ofAll = fullBucket(OF_ALL, clock.monotonicMs());
  const takeHere = (address: string): void => {
    const nowMs = clock.monotonicMs();
    const one = takeToken(byAddress.get(address) ?? fullBucket(OF_ONE_ADDRESS, nowMs), OF_ONE_ADDRESS, nowMs);
    byAddress.set(address, one.bucket);
    refuseAfter(one.waitMs);
    const all = takeToken(ofAll, OF_ALL, nowMs);
    ofAll = all.bucket;
    refuseAfter(all.waitMs);
  };
  return {
    async take(address) {
      takeHere(address);
      if (shared === undefined) return;
      refuseAfter(await shared.takeCall(SHARED_NAME + address, OF_ONE_ADDRESS.perMinute));
      refuseAfter(await shared.takeCall(SHARED_NAME, OF_ALL.perMinute));
    },
    async release(address) {
      byAddress.delete(address);
      ofAll = returnToken(ofAll, OF_ALL);
      await shared?.returnCall(SHARED_NAME + address, OF_ONE_ADDRESS.perMinute);
      await shared?.returnCall(SHARED_NAME, OF_ALL.perMinute);
    },
  };
}

function refuseAfter(waitMs: number): void {
  if (waitMs > 0) throw rateExceeded('There were too many attempts to sign in.', waitMs);
}
