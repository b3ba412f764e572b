import type { JobHandler, JobKind, JobQueue, JobWorker } from '@parlance/core';

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
 * Jobs of each kind at once. Syntheses and transcriptions keep every core busy alone; the second synthesis speaks while the
 * first is encoded and stored. Deliveries wait for others most of their time.
 */
const CONCURRENCY = {
  synthesis: 2,
  transcription: 1,
  'webhook-delivery': 16,
  housekeeping: 1,
} as const satisfies Record<JobKind, number>;

/** @throws what the queue throws; workers that were started are stopped again */
export async function startWorkers(queue: JobQueue, handlers: JobHandlers): Promise<Workers> {
  const workers: JobWorker[] = [];
  const stop = async (timeoutMs: number): Promise<void> => {
    await Promise.all(workers.map((worker) => worker.stop(timeoutMs)));
  };
  try {
    for (const [kind, handler] of Object.entries(handlers) as [JobKind, JobHandler][]) {
      workers.push(await queue.work(kind, { concurrency: CONCURRENCY[kind] }, handler));
    }
  } catch (error) {
    await stop(0);
    throw error;
  }
  return { stop };
}
