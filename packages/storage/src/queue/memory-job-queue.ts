import type { Clock } from '@parlance/core/platform';
import { depthOf, type JobKind, type JobQueue, perJobKind } from '@parlance/core/requests';
import type { JobOptions, JobOutbox } from '@parlance/core/storage';
import { HOUSEKEEPING_EVERY_MS, nextHousekeeping, planningHandler } from './housekeeping.ts';
import { type QueueWorker, startJobWorker } from './job-worker.ts';
import { createMemoryJobSource } from './memory-job-source.ts';

export interface MemoryJobQueueOptions {
  readonly clock: Clock;
  /** Default: an hour, at the full hour UTC. */
  readonly housekeepingEveryMs?: number;
  /** Returns numbers in [0, 1), which spread retries. Default `Math.random`. */
  readonly random?: () => number;
  /** Called for each rejection of a handler; its job is retried. */
  readonly onError?: (error: unknown) => void;
}

export interface MemoryJobQueue extends JobQueue {
  /** The outbox to which the record store adds jobs after its transaction has succeeded. */
  readonly outbox: JobOutbox;
}

/**
 * Jobs in memory, the default of `createSpeech`. They last as long as the process.
 *
 * @example
 * const queue = createMemoryJobQueue({ clock });
 * const records = createMemoryRecordStore(queue.outbox);
 * const worker = await queue.work('synthesis', { concurrency: 2 }, handler);
 */
export function createMemoryJobQueue(options: MemoryJobQueueOptions): MemoryJobQueue {
  const { clock, housekeepingEveryMs = HOUSEKEEPING_EVERY_MS, onError = () => undefined } = options;
  const source = createMemoryJobSource(clock, options.random ?? Math.random);
  const workers = new Map<QueueWorker, JobKind>();
  const wake = (kind: JobKind): void => {
    for (const [worker, itsKind] of workers) if (itsKind === kind) worker.wake();
  };
  const add = (kind: JobKind, id: string, start: JobOptions = {}): void => {
    const { turn, startAfter, startInMs = 0, traceparent } = start;
    source.add(kind, id, {
      turn,
      traceparent,
      startAtMs: startAfter === undefined ? clock.now() + startInMs : Date.parse(startAfter),
    });
    wake(kind);
  };
  const planHousekeeping = async (): Promise<void> => {
    const slot = nextHousekeeping(clock.now(), housekeepingEveryMs);
    add('housekeeping', slot, { startAfter: slot });
  };
  return {
    outbox: {
      add: async (kind, id, options) => add(kind, id, options),
    },
    async work(kind, { fillsMachine, ...places }, given) {
      const handler = kind === 'housekeeping' ? planningHandler(planHousekeeping, given) : given;
      if (kind === 'housekeeping') await planHousekeeping();
      const worker = startJobWorker({
        kind,
        source,
        ...places,
        handler,
        clock,
        onError,
      });
      workers.set(worker, kind);
      return {
        async stop(timeoutMs) {
          workers.delete(worker);
          await worker.stop(timeoutMs);
          // The remaining workers get the jobs that it returned or would have retried.
          wake(kind);
        },
      };
    },
    depth: async (kind, atMost = Number.POSITIVE_INFINITY) => Math.min(depthOf(source.backlog(kind)), atMost),
    backlog: async () => perJobKind(source.backlog),
    has: async (kind, id) => source.has(kind, id),
  };
}
