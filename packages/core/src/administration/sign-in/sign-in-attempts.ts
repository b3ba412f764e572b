import { LRUCache } from 'lru-cache';
import { rateExceeded } from '../../accounts/app-limits/rate-error.ts';
import {
  fullBucket,
  returnToken,
  type TokenBucket,
  takeToken,
} from '../../accounts/app-limits/token-bucket.ts';
import type { ConsoleAccess } from './console-access.ts';

/** Counts attempts to sign in, by address and overall. */
export interface SignInAttempts {
  /** @throws SpeechError `REQUEST_RATE_EXCEEDED`, a storage code */
  take(address: string): Promise<void>;
  /** For an attempt that succeeded: it does not count. */
  release(address: string): Promise<void>;
}

/** Wrong passwords per minute. The second limits what many addresses may guess together, and the work that this causes. */
const OF_ONE_ADDRESS = { perMinute: 5 };
const OF_ALL = { perMinute: 30 };
/** How many addresses are remembered. The least recently seen is forgotten first; the overall limit still applies to it. */
const MAX_ADDRESSES = 10_000;
/** Prefix among the buckets of apps, whose ids have no colon. */
const SHARED_NAME = 'sign-in:';

/** Counted in this process first, so that a flood of attempts causes no work in the database and at most 30 rows a minute. */
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
