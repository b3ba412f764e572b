import { SpeechError } from '../errors/speech-error.ts';
import { type Backlog, expectedWaitMs } from './expected-wait.ts';
import type { Lane } from './lanes.ts';

/** Lanes of work that somebody waits for. Admission is decided before it begins: what has begun is never refused, and batch work waits in its queue. */
export type LiveLane = Extract<Lane, 'final' | 'first' | 'sync'>;

export interface LiveCall {
  /** Of its first unit. */
  readonly lane: LiveLane;
  /** Whose turn its units take: the app's id. */
  readonly turn?: string | undefined;
}

/** Admits live calls, or refuses them before any work begins. */
export interface LiveAdmission {
  /** @throws SpeechError `QUEUE_FULL` with `retryAfterSeconds`, when its units would wait too long for a worker of the engine */
  admit(engineId: string, call: LiveCall): void;
}

export type AdmissionVerdict =
  | { readonly isAdmitted: true; readonly waitMs: number }
  /** `retryAfterMs`: until half of what may wait is left, if nobody else comes. */
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
 * Admits a call unless one of its units would wait for longer than `maxWaitMs`. Where nothing waits it is always admitted,
 * however slow the engine is: another try would find nothing better.
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
  /** @returns `undefined` for an engine that is not known: it refuses nobody */
  readonly backlogOf: (engineId: string, lane: LiveLane) => Backlog | undefined;
  /** `null`: nobody is refused. */
  readonly maxWaitMs: number | null;
  /** Told of each refusal. */
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
