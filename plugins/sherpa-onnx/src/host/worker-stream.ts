import { type EngineCallOptions, SpeechError } from '@parlance/core';
import type { RunOptions, WorkerPool } from '@parlance/worker-kit';

/** Runs the tasks of one stream in the thread, and in the generation of workers, that hold its state. */
export interface WorkerStream<Task, Result> {
  /** @throws SpeechError `ENGINE_CRASHED` when the state was lost, `ABORTED`, `SHUTTING_DOWN` after `close` */
  run(task: Task, transfer?: readonly ArrayBuffer[]): Promise<Result>;
  /** Runs a last task, whose failure is of no interest. Safe to call twice. */
  close(task: Task): Promise<void>;
}

/** Opens a stream with a first task. */
export async function openWorkerStream<Task, Result>(
  pool: WorkerPool<Task, Result>,
  first: Task,
  { signal, thread, lane, turn }: EngineCallOptions & { readonly thread: number },
): Promise<WorkerStream<Task, Result>> {
  const letGo = pool.keepLoaded();
  const { generation } = pool;
  const place: RunOptions<never> = { thread, generation, turn, ...(lane && { lane }) };
  let closing: Promise<void> | undefined;
  await pool.run(first, { ...place, ...(signal && { signal }) }).catch((error: unknown) => {
    letGo();
    throw error;
  });
  return {
    run: async (task, transfer = []) => {
      if (closing) throw new SpeechError('SHUTTING_DOWN', 'The stream is closed.');
      return pool.run(task, { ...place, transfer, ...(signal && { signal }) });
    },
    close: (task) => {
      closing ??= pool.run(task, place).then(letGo, letGo);
      return closing;
    },
  };
}
