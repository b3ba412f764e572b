import type { EngineCallOptions } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import type { RunOptions, WorkerPool } from '@parlance/worker-kit';

/** Runs the tasks of one stream in the thread, and in the generation of workers, that hold its state. */
export interface WorkerStream<Task, Result> {
  /** @throws SpeechError `ENGINE_CRASHED` when the state was lost, `ABORTED`, `SHUTTING_DOWN` after `close` */
  run(task: Task, transfer?: readonly ArrayBuffer[]): Promise<Result>;
  /** Runs the last task, whose failure is of no interest. Safe to call twice. */
  close(): Promise<void>;
}

/** Opens a stream with a first task; a last one, to undo it, is run whatever becomes of the opening. */
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
    // Aborted while it ran: the thread may hold what nobody will ever ask for.
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
