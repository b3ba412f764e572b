import type { EnsureModelOptions, ModelProgress } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';

/** The context of a job: a signal that aborts when all waiting callers have left, and a listener for its progress. */
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

/** Lets any number of callers share the same work, each with its own signal and listener. */
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
    // Callers get the failure through `join`; here it would be unhandled if all have left.
    done.catch(() => {});
    const job: Job = { controller, listeners, done, waiting: 0 };
    jobs.set(id, job);
    return job;
  }

  return {
    /** @throws any error of the work; SpeechError `ABORTED` as soon as this caller's own signal aborts */
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
      let isWaiting = true;
      /** At once, since all callers may leave in the same turn, as when a service closes its engines. */
      const stopWaiting = () => {
        if (isWaiting) job.waiting--;
        isWaiting = false;
      };
      const onAbort = async () => {
        stopWaiting();
        // The last caller to leave aborts the work, and waits until it has cleaned up.
        if (job.waiting === 0) {
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
        // For a caller that left, it was aborted, however the work ended.
        throw signal?.aborted ? SpeechError.aborted(signal) : cause;
      } finally {
        stopWaiting();
        if (onProgress) job.listeners.delete(onProgress);
        signal?.removeEventListener('abort', onAbort);
      }
    },
  };
}
