import type { EngineCallOptions } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import type { RunOptions, WorkerPool } from '@parlance/worker-kit';

/** Runs the tasks of one stream in the thread and generation of workers that have its state. */
export interface WorkerStream<Task, Result> {
  /** @throws SpeechError `ENGINE_CRASHED` if the state was lost, `ABORTED`, `SHUTTING_DOWN` after `close` */
  run(task: Task, transfer?: readonly ArrayBuffer[]): Promise<Result>;
  /** Runs the last task and ignores its failure. Safe to call twice. */
  close(): Promise<void>;
}

/** Opens a stream with a first task; a last one, which undoes it, runs even if the opening fails. */
export async function openWorkerStream<Task, Result>(
  pool: WorkerPool<Task, Result>,
  { first, last }: { readonly first: Task; readonly last: Task },
  { signal, thread, lane, turn, onLoad }: EngineCallOptions & { readonly thread: number },
): Promise<WorkerStream<Task, Result>> {
  const letGo = pool.keepLoaded();
  const { generation } = pool;
  const place: RunOptions<never> = { thread, generation, turn, ...(lane && { lane }) };
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= pool.run(last, place).then(letGo, letGo);
    return closing;
  };
  await pool.run(first, { ...place, onLoad, ...(signal && { signal }) }).catch((error: unknown) => {
    // It was aborted while it ran, so the thread may have state that nobody will use.
    void close();
    throw error;
  });
  return {
    run: async (task, transfer = []) => {
      if (closing) throw new SpeechError('SHUTTING_DOWN', 'The stream is closed.');
      return pool.run(task, { ...place, transfer, ...(signal && { signal }) });
    },
    close,
  };
}
