import type { PluginContext } from '@parlance/core/engine';
import type { JobHandler, JobKind, JobQueue, JobWorker, JobWorkOptions } from '@parlance/core/requests';

/** What a service does of its jobs: a handler for each kind that it takes on. */
export type JobHandlers = Readonly<Partial<Record<JobKind, JobHandler>>>;

/** The workers of one process. */
export interface Workers {
  /**
   * Takes no more jobs, lets those under way end within the time, hands the rest back. Safe to call twice.
   */
  stop(timeoutMs: number): Promise<void>;
}

/**
 * Jobs of each kind at once. Deliveries wait for others most of their time. A synthesis or a transcription keeps every core busy alone;
 * what one app has in hand, a recording of hours or one from a slow address, is no reason for the others to wait: within the engines
 * apps take turns. The second of one app begins while the first is fetched or stored.
 */
const PLACES = {
  synthesis: { concurrency: 8, perTurn: 2, reserved: 4, fillsMachine: true },
  transcription: { concurrency: 8, perTurn: 2, reserved: 4, fillsMachine: true },
  'webhook-delivery': { concurrency: 16, perTurn: 8, reserved: 4 },
  housekeeping: { concurrency: 1 },
} as const satisfies Record<JobKind, JobWorkOptions>;

/** Each job under way holds audio. */
const PLACES_SAVING_MEMORY = {
  ...PLACES,
  synthesis: { ...PLACES.synthesis, concurrency: 2, reserved: 1 },
  transcription: { ...PLACES.transcription, concurrency: 2, reserved: 1 },
} as const satisfies Record<JobKind, JobWorkOptions>;

/** @throws what the queue throws; workers that were started are stopped again */
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
