import type { SpeechErrorCode } from '../../errors/error-codes.ts';
import type { Clock } from '../../platform/clock.ts';
import type { RandomSource } from '../../platform/random-source.ts';
import { type ConcurrencySlots, concurrencyExceeded } from './concurrency-slots.ts';
import type { SharedLimits } from './shared-limits.ts';

export interface LeasedSlotsOptions {
  readonly shared: Pick<SharedLimits, 'takeLease' | 'renewLeases' | 'releaseLease'>;
  readonly clock: Clock;
  readonly random: Pick<RandomSource, 'id'>;
  /** Told when leases could not be renewed or given up: they lapse by themselves. */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Told of what becomes of leases, for counters. */
  readonly onLeases?: ((change: LeaseChange, count: number) => void) | undefined;
  /** Of the refusal. */
  readonly code: SpeechErrorCode;
  /** What is counted, in the refusal's words. */
  readonly what: string;
}

/** `renewal-failed`: the storage could not be asked. `lost`: it was let go before its holder was done, since nobody renewed it in time. */
export type LeaseChange = 'taken' | 'released' | 'renewed' | 'renewal-failed' | 'lost';

/** A process that was killed bars its apps no longer than this. */
const LIFE_MS = 20_000;
/** Several renewals may fail before a lease lapses. */
const RENEW_MS = 5000;

/**
 * Slots that several processes share: each is a lease in the storage, renewed while it is held. What this process alone has too many
 * of is refused without asking.
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
      // What was given up meanwhile is nobody's loss.
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
  /** Once for each lease; its holder counts here until then, also when it is lost. */
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
