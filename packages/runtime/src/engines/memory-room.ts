import type { ModelLoad } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import type { Clock } from '@parlance/core/platform';
import type { LiveAdmission } from '@parlance/core/scheduling';
import { type MemoryHeadroom, readMemoryHeadroom } from '../measuring/memory-headroom.ts';

/** Keeps the kernel from killing the service for its memory use: work that there is no memory for is refused before it begins. */
export interface MemoryRoom {
  /** Adds a check to `admission` that there is memory for one more call. @throws SpeechError `MEMORY_LOW` if not */
  guard(admission: LiveAdmission): LiveAdmission;
  /** See `PluginContext.makeRoom`: unloads idle engines, the least recently used one first, until the load fits. */
  makeRoom(load: ModelLoad): Promise<void>;
}

/** An engine that can release its memory. */
interface Unloadable {
  readonly isIdle: boolean;
  readonly lastUsedMs: number;
  unload(): Promise<void>;
}

export interface MemoryRoomOptions {
  /** Memory that must stay free. */
  readonly reserveBytes: number;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly engines: () => readonly Unloadable[];
  readonly readHeadroom?: (() => MemoryHeadroom | undefined) | undefined;
  /** Called with the error of an engine that could not be unloaded. */
  readonly onError: (error: unknown) => void;
}

const MIB = 2 ** 20;
/** A call shows in the system's figures only after it has begun, and a model bit by bit while it loads. Until then they count, but no longer than this. */
const CALL = { bytes: 3 * MIB, forMs: 5000 };
const LOAD_MS = 10_000;
/** Measured: the memory of Node and the addon in a separate process and in a thread, and that of a model as a multiple of its files. */
const [PROCESS_BYTES, THREAD_BYTES, MODEL_FACTOR] = [80 * MIB, 20 * MIB, 1.5];
const RETRY_SECONDS = 5;

/** Memory that was promised and may not show in the system's figures yet. */
interface Claim {
  readonly bytes: number;
  readonly untilMs: number;
}

interface LoadClaim extends Claim {
  /** What was free when it was made. */
  readonly freeBytes: number;
  /** The most by which that has decreased since. */
  readonly goneBytes: number;
}

export function createMemoryRoom(options: MemoryRoomOptions): MemoryRoom {
  const { reserveBytes, clock, engines, readHeadroom = readMemoryHeadroom, onError } = options;
  let calls: readonly Claim[] = [];
  let loads: readonly LoadClaim[] = [];
  let last: Promise<unknown> = Promise.resolve();

  /** What calls and loads will still take that does not show in the figures yet. */
  const claimed = (freeBytes: number): number => {
    const nowMs = clock.monotonicMs();
    calls = calls.filter(({ untilMs }) => untilMs > nowMs);
    loads = loads
      .filter(({ untilMs }) => untilMs > nowMs)
      .map((load) => ({ ...load, goneBytes: Math.max(load.goneBytes, load.freeBytes - freeBytes) }));
    return calls.reduce((sum, { bytes }) => sum + bytes, pendingBytes(loads));
  };

  /** @returns the error for so much more memory; `undefined` if it is available, or if the system reports no figures */
  const missing = (bytes: number, headroom: MemoryHeadroom | undefined): SpeechError | undefined => {
    if (headroom === undefined) return undefined;
    const free = headroom.freeBytes - claimed(headroom.freeBytes);
    return free - bytes < reserveBytes
      ? memoryLow(bytes, { ...headroom, freeBytes: free }, reserveBytes)
      : undefined;
  };

  const byLastUse = (): readonly Unloadable[] =>
    engines()
      .filter(({ isIdle }) => isIdle)
      .toSorted((one, other) => one.lastUsedMs - other.lastUsedMs);

  /** An engine that fails to release its memory fails neither the work that needs it nor the process. */
  const unload = (engine: Unloadable): Promise<void> => engine.unload().catch(onError);

  const make = async ({ modelBytes, isOwnProcess }: ModelLoad): Promise<void> => {
    const bytes = (isOwnProcess ? PROCESS_BYTES : THREAD_BYTES) + MODEL_FACTOR * modelBytes;
    for (const engine of byLastUse()) {
      if (missing(bytes, readHeadroom()) === undefined) break;
      // A call may have begun to use it meanwhile.
      if (engine.isIdle) await unload(engine);
    }
    const headroom = readHeadroom();
    const error = missing(bytes, headroom);
    if (error !== undefined) throw error;
    if (headroom === undefined) return;
    const { freeBytes } = headroom;
    loads = [...loads, { bytes, untilMs: clock.monotonicMs() + LOAD_MS, freeBytes, goneBytes: 0 }];
  };

  return {
    guard: (admission) => ({
      admit(engineId, call) {
        admission.admit(engineId, call);
        const headroom = readHeadroom();
        const error = missing(CALL.bytes, headroom);
        if (error === undefined) {
          // Without figures nothing is compared with claims, and nothing would remove them.
          if (headroom !== undefined)
            calls = [...calls, { bytes: CALL.bytes, untilMs: clock.monotonicMs() + CALL.forMs }];
          return;
        }
        // For the next attempt.
        for (const engine of byLastUse()) void unload(engine);
        throw error;
      },
    }),
    makeRoom(load) {
      // One after the other, so that each sees what the previous ones have claimed.
      const making = last.then(() => make(load));
      last = making.catch(() => undefined);
      return making;
    },
  };
}

/** @returns how much of the loads does not show yet, if what has gone since each was taken by it and by later ones */
function pendingBytes(loads: readonly LoadClaim[]): number {
  let [claimedBytes, mostBytes] = [0, 0];
  for (const { bytes, goneBytes } of loads.toReversed()) {
    claimedBytes += bytes;
    mostBytes = Math.max(mostBytes, claimedBytes - goneBytes);
  }
  return mostBytes;
}

function memoryLow(
  bytes: number,
  { freeBytes, limitBytes }: MemoryHeadroom,
  reserveBytes: number,
): SpeechError {
  const mib = (count: number): number => Math.max(0, Math.floor(count / MIB));
  return new SpeechError(
    'MEMORY_LOW',
    `There is too little memory: this takes about ${mib(bytes)} MiB, ${mib(freeBytes)} of ${mib(limitBytes)} MiB are free, and ${mib(reserveBytes)} MiB of it stay reserved. Try again in ${RETRY_SECONDS} s.`,
    { retryAfterSeconds: RETRY_SECONDS, freeBytes: Math.max(0, freeBytes), limitBytes },
  );
}
