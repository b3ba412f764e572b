import type { EnsureModelOptions, ModelProgress } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';

/** What a job is given: aborted when all who wait for it have left, and someone to tell how far it is. */
export interface JobContext {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ModelProgress) => void;
}

interface Job {
  readonly controller: AbortController;
  readonly listeners: Set<(progress: ModelProgress) => void>;
  readonly done: Promise<void>;
  waiting: number;
}

/** Lets any number of callers wait for the same work, each with a signal and a listener of its own. */
export function pullJobs() {
  const jobs = new Map<string, Job>();

  function start(id: string, work: (context: JobContext) => Promise<void>): Job {
    const controller = new AbortController();
    const listeners: Job['listeners'] = new Set();
    const done = work({
      signal: controller.signal,
      onProgress: (progress) => {
        for (const listener of listeners) listener(progress);
      },
    }).finally(() => {
      if (jobs.get(id) === job) jobs.delete(id);
    });
    // Each waiter sees the failure through `join`; here it would be unhandled when all have left.
    done.catch(() => {});
    const job: Job = { controller, listeners, done, waiting: 0 };
    jobs.set(id, job);
    return job;
  }

  return {
    /** @throws what the work throws; SpeechError `ABORTED` as soon as this caller's own signal fires */
    async join(
      id: string,
      options: EnsureModelOptions,
      work: (context: JobContext) => Promise<void>,
    ): Promise<void> {
      const { signal, onProgress } = options;
      if (signal?.aborted) throw SpeechError.aborted(signal);
      const job = jobs.get(id) ?? start(id, work);
      job.waiting++;
      if (onProgress) job.listeners.add(onProgress);
      const { promise: left, reject: leave } = Promise.withResolvers<never>();
      left.catch(() => {});
      const onAbort = async () => {
        // The last to leave ends the work, and waits until it has cleared up.
        if (job.waiting === 1) {
          job.controller.abort(signal?.reason);
          jobs.delete(id);
          await job.done.catch(() => {});
        }
        leave(SpeechError.aborted(signal));
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      try {
        await Promise.race([job.done, left]);
      } catch (cause) {
        // Whatever the work ended with: to one who left, it was aborted.
        throw signal?.aborted ? SpeechError.aborted(signal) : cause;
      } finally {
        job.waiting--;
        if (onProgress) job.listeners.delete(onProgress);
        signal?.removeEventListener('abort', onAbort);
      }
    },
  };
}
