import type { LiveAdmission, LiveLane } from '../scheduling/live-admission.ts';
import type { App } from './app.ts';
import type { ConcurrencySlots } from './concurrency-slots.ts';

export interface AdmitLivePorts {
  readonly slots: ConcurrencySlots;
  /** Absent: nobody is refused for what waits. */
  readonly admission?: LiveAdmission | undefined;
}

/** What a live call asks for. */
export interface LiveClaim {
  readonly app: Pick<App, 'appId'>;
  /** Calls of this kind that the app may have at once. */
  readonly limit: number;
  /** Its first unit of work. Absent: none is known yet. */
  readonly unit?: { readonly engineId: string; readonly lane: LiveLane } | undefined;
  /** Gives the slot back as soon as the caller has left. */
  readonly signal?: AbortSignal | undefined;
}

/** A live call under way: it holds its slot until it is disposed of, which is safe to do twice. */
export interface AdmittedLive<Begun> extends Disposable {
  readonly begun: Begun;
}

/**
 * The one way in for live synthesis, transcription and sessions: a slot of the app, then the expected wait for a worker, then what `begin`
 * takes on account. What comes earlier in this order is told first, and given back when something later is refused.
 *
 * @param begin takes or checks what the call costs, and starts it; absent where that is known only later. It is called in the same turn in
 * which the wait was looked at, so that calls that come at once count for each other: it queues the first unit before its first `await`
 * @throws SpeechError the code of the slots, `QUEUE_FULL`, a storage code, or what `begin` throws
 */
export async function admitLive<Begun = void>(
  { slots, admission }: AdmitLivePorts,
  { app, limit, unit, signal }: LiveClaim,
  begin?: () => Begun | Promise<Begun>,
): Promise<AdmittedLive<Begun>> {
  const release = await slots.take(app.appId, limit);
  signal?.addEventListener('abort', release, { once: true });
  if (signal?.aborted === true) release();
  try {
    if (unit !== undefined) admission?.admit(unit.engineId, { lane: unit.lane, turn: app.appId });
    return { begun: (await begin?.()) as Begun, [Symbol.dispose]: release };
  } catch (error) {
    release();
    throw error;
  }
}
