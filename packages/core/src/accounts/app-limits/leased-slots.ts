import type { SpeechErrorCode } from '../../errors/error-codes.ts';
import type { Clock } from '../../platform/clock.ts';
import type { RandomSource } from '../../platform/random-source.ts';
import { type ConcurrencySlots, concurrencyExceeded } from './concurrency-slots.ts';
import type { SharedLimits } from './shared-limits.ts';

export interface LeasedSlotsOptions {
  readonly shared: Pick<SharedLimits, 'takeLease' | 'renewLeases' | 'releaseLease'>;
  readonly clock: Clock;
  readonly random: Pick<RandomSource, 'id'>;
  /** Called when leases could not be renewed or released: they expire by themselves. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Called when leases change, for counters. */
  readonly onLeases?: ((change: LeaseChange, count: number) => void) | undefined;
  /** Error code of a refusal. */
  readonly code: SpeechErrorCode;
  /** What is counted, as the message of a refusal names it. */
  readonly what: string;
}

/** `renewal-failed`: the storage could not be reached. `lost`: it expired before its holder was done, because it was not renewed in time. */
export type LeaseChange = 'taken' | 'released' | 'renewed' | 'renewal-failed' | 'lost';

/** A killed process blocks the slots of its apps for at most this long. */
const LIFE_MS = 20_000;
/** Several renewals may fail before a lease expires. */
const RENEW_MS = 5000;

/**
 * Slots that several processes share: each is a lease in the storage, renewed while it is held. If this process alone is above an app's limit,
 * it refuses without asking the storage.
 */
export function createLeasedSlots(options: LeasedSlotsOptions): ConcurrencySlots {
  const { shared, clock, random, onError, onLeases, code, what } = options;
  const counts = new Map<string, number>();
  const held = new Set<string>();
  let cancelRenewal: (() => void) | undefined;
  const inUse = (appId: string): number => counts.get(appId) ?? 0;
  const count = (appId: string, by: number): void => {
    const next = inUse(appId) + by;
    if (next === 0) counts.delete(appId);
    else counts.set(appId, next);
  };
  const renew = async (leaseIds: readonly string[]): Promise<void> => {
    try {
      const renewed = new Set(await shared.renewLeases(leaseIds, LIFE_MS));
      // Leases that were released meanwhile are not lost.
      const lost = leaseIds.filter((leaseId) => !renewed.has(leaseId) && held.delete(leaseId));
      if (renewed.size > 0) onLeases?.('renewed', renewed.size);
      if (lost.length > 0) onLeases?.('lost', lost.length);
    } catch (error) {
      onLeases?.('renewal-failed', leaseIds.length);
      onError?.(error);
    }
  };
  const renewLater = (): void => {
    cancelRenewal ??= clock.after(RENEW_MS, () => {
      cancelRenewal = undefined;
      if (held.size === 0) return;
      renewLater();
      void renew([...held]);
    });
  };
  /** Once for each lease; its holder is counted here until then, even if the lease is lost. */
  const release = (appId: string, leaseId: string): void => {
    count(appId, -1);
    if (!held.delete(leaseId)) return;
    onLeases?.('released', 1);
    if (held.size === 0) {
      cancelRenewal?.();
      cancelRenewal = undefined;
    }
    shared.releaseLease(leaseId).catch((error: unknown) => onError?.(error));
  };
  return {
    inUse,
    async take(appId, limit) {
      const here = inUse(appId);
      if (here >= limit) throw concurrencyExceeded(code, what, { running: here, limit });
      // Counted while the storage is asked, so that a burst never asks for more than the limit.
      count(appId, 1);
      const leaseId = random.id();
      try {
        const running = await shared.takeLease({ leaseId, appId, kind: code }, { limit, lifeMs: LIFE_MS });
        if (running !== null) throw concurrencyExceeded(code, what, { running, limit });
      } catch (error) {
        count(appId, -1);
        throw error;
      }
      held.add(leaseId);
      onLeases?.('taken', 1);
      renewLater();
      let isReleased = false;
      return () => {
        if (!isReleased) release(appId, leaseId);
        isReleased = true;
      };
    },
  };
}
