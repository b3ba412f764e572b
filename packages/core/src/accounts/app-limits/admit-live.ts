import type { LiveAdmission, LiveLane } from '../../scheduling/live-admission.ts';
import type { App } from '../app.ts';
import type { ConcurrencySlots } from './concurrency-slots.ts';

/** How many live calls there is room for. */
export interface LiveCapacity {
  /** Of each app. */
  readonly slots: ConcurrencySlots;
  /** Absent: nobody is refused for what waits. */
  readonly admission?: LiveAdmission | undefined;
}

/** What a live call asks for. */
export interface LiveClaim {
  readonly app: Pick<App, 'appId'>;
  /** Calls of this kind that the app may have at once. */
  readonly limit: number;
  /** Gives the slot back as soon as the caller has left. */
  readonly signal?: AbortSignal | undefined;
}

/** A live call under way: it holds its slot until it is disposed of, which is safe to do twice. */
export interface AdmittedLive extends Disposable {
  /**
   * Refuses a call whose first unit would wait too long, and gives its slot back. To be called in the turn in which that unit is queued, so
   * that calls that come at once count for each other.
   *
   * @throws SpeechError `QUEUE_FULL`
   */
  requireWorker(unit: { readonly engineId: string; readonly lane: LiveLane }): void;
}

/**
 * The one way in for live synthesis, transcription and sessions: a slot of the app, then {@link AdmittedLive.requireWorker}, then what the call
 * costs. What comes earlier in this order is told first.
 *
 * @throws SpeechError the code of the slots, or a storage code
 */
export async function admitLive(
  { slots, admission }: LiveCapacity,
  { app, limit, signal }: LiveClaim,
): Promise<AdmittedLive> {
  const release = await slots.take(app.appId, limit);
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
