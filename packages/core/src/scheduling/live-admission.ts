import { SpeechError } from '../errors/speech-error.ts';
import { type Backlog, expectedWaitMs } from './expected-wait.ts';
import type { Lane } from './lanes.ts';

/**
 * Lanes that need admission, because somebody waits for them. It is decided before the work begins: work in progress is never refused, and batch work
 * waits in its queue.
 */
export type LiveLane = Extract<Lane, 'final' | 'first' | 'sync'>;

export interface LiveCall {
  /** Lane of its first unit. */
  readonly lane: LiveLane;
  /** The app's id, for fairness between apps. */
  readonly turn?: string | undefined;
}

/** Admits live calls, or refuses them before any work begins. */
export interface LiveAdmission {
  /** @throws SpeechError `QUEUE_FULL` with `retryAfterSeconds` if its units would wait too long for a worker of the engine */
  admit(engineId: string, call: LiveCall): void;
}

export type AdmissionVerdict =
  | { readonly isAdmitted: true; readonly waitMs: number }
  /** `retryAfterMs`: until the wait will have fallen to half of the limit, if no other call arrives. */
  | { readonly isAdmitted: false; readonly waitMs: number; readonly retryAfterMs: number };

/** A live answer must not stall after its first clause either. */
const LANES_OF_CALL: Readonly<Record<LiveLane, readonly Lane[]>> = {
  final: ['final'],
  first: ['first', 'next'],
  sync: ['sync'],
};

const MIN_RETRY_MS = 1000;
const MAX_RETRY_MS = 60_000;
const MS_IN_SECOND = 1000;

/**
 * Admits a call unless one of its units would wait for longer than `maxWaitMs`. If nothing waits it is always admitted,
 * however slow the engine is: a later attempt would not be better off.
 */
export function decideAdmission(backlog: Backlog, call: LiveCall, maxWaitMs: number): AdmissionVerdict {
  const lanes = LANES_OF_CALL[call.lane];
  const waitMs = Math.max(...lanes.map((lane) => expectedWaitMs(backlog, { lane, turn: call.turn })));
  const hasQueue = Object.values(backlog.waiting).some((callers) => callers.size > 0);
  if (waitMs <= maxWaitMs || !hasQueue) return { isAdmitted: true, waitMs };
  const retryAfterMs = Math.min(MAX_RETRY_MS, Math.max(MIN_RETRY_MS, waitMs - maxWaitMs / 2));
  return { isAdmitted: false, waitMs, retryAfterMs };
}

export interface LiveAdmissionOptions {
  /** @returns `undefined` for an unknown engine, which refuses nobody */
  readonly backlogOf: (engineId: string, lane: LiveLane) => Backlog | undefined;
  /** `null`: nobody is refused. */
  readonly maxWaitMs: number | null;
  /** Called for each refusal. */
  readonly onRefusal?: ((engineId: string, lane: LiveLane) => void) | undefined;
}

export function createLiveAdmission({
  backlogOf,
  maxWaitMs,
  onRefusal,
}: LiveAdmissionOptions): LiveAdmission {
  return {
    admit(engineId, call) {
      const backlog = backlogOf(engineId, call.lane);
      if (backlog === undefined || maxWaitMs === null) return;
      const verdict = decideAdmission(backlog, call, maxWaitMs);
      if (verdict.isAdmitted) return;
      onRefusal?.(engineId, call.lane);
      throw overloaded(verdict.waitMs, maxWaitMs, verdict.retryAfterMs);
    },
  };
}

function overloaded(waitMs: number, maxWaitMs: number, retryAfterMs: number): SpeechError {
  const seconds = (ms: number): number => Math.ceil(ms / MS_IN_SECOND);
  const retryAfterSeconds = seconds(retryAfterMs);
  return new SpeechError(
    'QUEUE_FULL',
    `Too many live calls are waiting: this one would wait ${seconds(waitMs)} s; the limit is ${seconds(maxWaitMs)} s. Try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds, expectedWaitMs: Math.round(waitMs), maxWaitMs },
  );
}
