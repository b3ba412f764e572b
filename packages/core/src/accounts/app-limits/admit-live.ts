import type { LiveAdmission, LiveLane } from '../../scheduling/live-admission.ts';
import type { App } from '../app.ts';
import type { ConcurrencySlots } from './concurrency-slots.ts';

/** What limits the number of live calls. */
export interface LiveCapacity {
  /** Of each app. */
  readonly slots: ConcurrencySlots;
  /** Absent: no call is refused because of a long queue. */
  readonly admission?: LiveAdmission | undefined;
}

/** What a live call needs. */
export interface LiveClaim {
  readonly app: Pick<App, 'appId'>;
  /** Calls of this kind that the app may have at once. */
  readonly limit: number;
  /** Releases the slot as soon as the caller has left. */
  readonly signal?: AbortSignal | undefined;
}

/** A live call under way: it holds its slot until it is disposed of, which is safe to do twice. */
export interface AdmittedLive extends Disposable {
  /**
   * Refuses a call whose first unit would wait too long, and releases its slot. Must be called in the same turn of the event loop in which that
   * unit is queued, so that concurrent calls count each other.
   *
   * @throws SpeechError `QUEUE_FULL`
   */
  requireWorker(unit: { readonly engineId: string; readonly lane: LiveLane }): void;
}

/**
 * Admits live synthesis, transcription and sessions, always in this order: a slot of the app, then {@link AdmittedLive.requireWorker}, then the
 * cost of the call. The first check that fails is reported.
 *
 * @throws SpeechError the code of the slots, or a storage code
 */
export async function admitLive(
  { slots, admission }: LiveCapacity,
  { app, limit, signal }: LiveClaim,
): Promise<AdmittedLive> {
  const releaseSlot = await slots.take(app.appId, limit);
  const release = (): void => {
    // The signal may live much longer than the call.
    signal?.removeEventListener('abort', release);
    releaseSlot();
  };
  signal?.addEventListener('abort', release, { once: true });
  if (signal?.aborted === true) release();
  return {
    requireWorker({ engineId, lane }) {
      try {
        admission?.admit(engineId, { lane, turn: app.appId });
      } catch (error) {
        release();
        throw error;
      }
    },
    [Symbol.dispose]: release,
  };
}
