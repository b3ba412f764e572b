import type { SpeechErrorCode } from '../errors/error-codes.ts';
import type { Clock } from '../platform/clock.ts';
import type { RandomSource } from '../platform/random-source.ts';
import { type ConcurrencySlots, concurrencyExceeded } from './concurrency-slots.ts';
import type { SharedLimits } from './shared-limits.ts';

export interface LeasedSlotsPorts {
  readonly shared: Pick<SharedLimits, 'takeLease' | 'renewLeases' | 'releaseLease'>;
  readonly clock: Clock;
  readonly random: Pick<RandomSource, 'id'>;
  /** Told when leases could not be renewed or given up: they lapse by themselves. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

export interface LeasedSlotsOptions {
  /** Of the refusal. */
  readonly code: SpeechErrorCode;
  /** What is counted, in the refusal's words. */
  readonly what: string;
}

/** A process that was killed bars its apps no longer than this. */
const LIFE_MS = 20_000;
/** Several renewals may fail before a lease lapses. */
const RENEW_MS = 5000;

/**
 * Slots that several processes share: each is a lease in the storage, renewed while it is held. What this process alone has too many
 * of is refused without asking.
 */
export function createLeasedSlots(
  { shared, clock, random, onError }: LeasedSlotsPorts,
  { code, what }: LeasedSlotsOptions,
): ConcurrencySlots {
  const counts = new Map<string, number>();
  const held = new Set<string>();
  let cancelRenewal: (() => void) | undefined;
  const inUse = (appId: string): number => counts.get(appId) ?? 0;
  const count = (appId: string, by: number): void => {
    const next = inUse(appId) + by;
    if (next === 0) counts.delete(appId);
    else counts.set(appId, next);
  };
  const renewLater = (): void => {
    cancelRenewal ??= clock.after(RENEW_MS, () => {
      cancelRenewal = undefined;
      if (held.size === 0) return;
      renewLater();
      shared.renewLeases([...held], LIFE_MS).catch((error: unknown) => onError?.(error));
    });
  };
  const release = (appId: string, leaseId: string): void => {
    if (!held.delete(leaseId)) return;
    count(appId, -1);
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
      // Counted while it is asked for, so that a burst asks for no more than there can be.
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
      renewLater();
      return () => release(appId, leaseId);
    },
  };
}
