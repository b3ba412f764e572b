import type { PluginContext } from '@parlance/core/engine';
import type { JobHandler, JobKind, JobQueue, JobWorker, JobWorkOptions } from '@parlance/core/requests';

/** A handler for each kind of job that a service processes. */
export type JobHandlers = Readonly<Partial<Record<JobKind, JobHandler>>>;

/** The workers of one process. */
export interface Workers {
  /**
   * Starts no more jobs, waits up to `timeoutMs` for running ones, and returns the rest to the queue. Safe to call twice.
   */
  stop(timeoutMs: number): Promise<void>;
}

/**
 * Jobs of each kind at the same time. Deliveries spend most of their time waiting for receivers. A single synthesis or transcription keeps every
 * core busy, but the jobs of one app, such as a recording of hours or from a slow address, must not block those of others: within the engines
 * apps take turns. The second job of an app begins while the first is fetched or stored.
 */
const PLACES = {
  synthesis: { concurrency: 8, perTurn: 2, reserved: 4, fillsMachine: true },
  transcription: { concurrency: 8, perTurn: 2, reserved: 4, fillsMachine: true },
  'webhook-delivery': { concurrency: 16, perTurn: 8, reserved: 4 },
  housekeeping: { concurrency: 1 },
} as const satisfies Record<JobKind, JobWorkOptions>;

/** Fewer, since each running job holds audio in memory. */
const PLACES_SAVING_MEMORY = {
  ...PLACES,
  synthesis: { ...PLACES.synthesis, concurrency: 2, reserved: 1 },
  transcription: { ...PLACES.transcription, concurrency: 2, reserved: 1 },
} as const satisfies Record<JobKind, JobWorkOptions>;

/** @throws any error of the queue; then workers that were started are stopped again */
export async function startWorkers(
  queue: JobQueue,
  handlers: JobHandlers,
  { savesMemory = false }: Pick<PluginContext, 'savesMemory'> = {},
): Promise<Workers> {
  const places = savesMemory ? PLACES_SAVING_MEMORY : PLACES;
  const workers: JobWorker[] = [];
  const stop = async (timeoutMs: number): Promise<void> => {
    await Promise.all(workers.map((worker) => worker.stop(timeoutMs)));
  };
  try {
    for (const [kind, handler] of Object.entries(handlers) as [JobKind, JobHandler][]) {
      workers.push(await queue.work(kind, places[kind], handler));
    }
  } catch (error) {
    await stop(0);
    throw error;
  }
  return { stop };
}
