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
/** A call shows in the system's figures only after it has begun, and a model after it is loaded. Until then they count as this much. */
const CALL = { bytes: 3 * MIB, forMs: 5000 };
const LOAD_MS = 10_000;
/** Measured: the memory of Node and the addon in a separate process and in a thread, and that of a model as a multiple of its files. */
const [PROCESS_BYTES, THREAD_BYTES, MODEL_FACTOR] = [80 * MIB, 20 * MIB, 1.5];
const RETRY_SECONDS = 5;

export function createMemoryRoom(options: MemoryRoomOptions): MemoryRoom {
  const { reserveBytes, clock, engines, readHeadroom = readMemoryHeadroom, onError } = options;
  let claims: readonly { readonly bytes: number; readonly untilMs: number }[] = [];
  let last: Promise<unknown> = Promise.resolve();

  const claim = (bytes: number, forMs: number): void => {
    claims = [...claims, { bytes, untilMs: clock.monotonicMs() + forMs }];
  };

  /** @returns the error for so much more memory; `undefined` if it is available, or if the system reports no figures */
  const missing = (bytes: number): SpeechError | undefined => {
    const headroom = readHeadroom();
    if (headroom === undefined) return undefined;
    const nowMs = clock.monotonicMs();
    claims = claims.filter(({ untilMs }) => untilMs > nowMs);
    const claimed = claims.reduce((sum, one) => sum + one.bytes, 0);
    const free = headroom.freeBytes - claimed;
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
      if (missing(bytes) === undefined) break;
      // A call may have begun to use it meanwhile.
      if (engine.isIdle) await unload(engine);
    }
    const error = missing(bytes);
    if (error !== undefined) throw error;
    claim(bytes, LOAD_MS);
  };

  return {
    guard: (admission) => ({
      admit(engineId, call) {
        admission.admit(engineId, call);
        const error = missing(CALL.bytes);
        if (error === undefined) return claim(CALL.bytes, CALL.forMs);
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
