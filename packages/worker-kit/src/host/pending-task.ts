import { SpeechError } from '@parlance/core/errors';
import type { RunOptions } from './pool-types.ts';

/** A second run is the last: a task that kills its workers must not go round. */
const MAX_ATTEMPTS = 2;

export interface PendingTaskOptions<Task, Chunk> {
  readonly task: Task;
  readonly run: RunOptions<Chunk>;
  readonly deadlineMs: number;
  /** Whether a run consumes the task because its buffers are moved. */
  readonly isMoved: boolean;
  readonly onAbort: () => void;
  readonly onSettle: () => void;
}

/** One call of `run()` from its queueing to its end. The caller's promise may settle long before the thread is free. */
export class PendingTask<Task, Result, Chunk> {
  readonly task: Task;
  readonly run: RunOptions<Chunk>;
  readonly deadlineMs: number;
  readonly promise: Promise<Result>;
  readonly #options: PendingTaskOptions<Task, Chunk>;
  readonly #settlers: { resolve: (result: Result) => void; reject: (error: unknown) => void };
  readonly #abort = () => this.#options.onAbort();
  #attempts = 0;
  #hasEmitted = false;
  #isSettled = false;

  constructor(options: PendingTaskOptions<Task, Chunk>) {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#options = options;
    this.#settlers = { resolve, reject };
    this.task = options.task;
    this.run = options.run;
    this.deadlineMs = options.deadlineMs;
    this.promise = promise;
    options.run.signal?.addEventListener('abort', this.#abort);
  }

  /** Whether another run could do no harm: the caller has seen nothing, and the task is whole and no repeated victim. */
  get isRepeatable(): boolean {
    const { isMoved, run } = this.#options;
    const isFresh = !this.#isSettled && !this.#hasEmitted && this.#attempts < MAX_ATTEMPTS;
    return isFresh && !isMoved && run.generation === undefined;
  }

  beginAttempt(): void {
    this.#attempts += 1;
  }

  /** @throws whatever the caller's `onChunk` throws */
  emit(chunk: unknown): void {
    this.#hasEmitted = true;
    if (!this.#isSettled) this.run.onChunk?.(chunk as Chunk);
  }

  resolve(result: unknown): void {
    if (this.#settle()) this.#settlers.resolve(result as Result);
  }

  reject(error: unknown): void {
    if (this.#settle()) this.#settlers.reject(error);
  }

  rejectAborted(): void {
    this.reject(SpeechError.aborted(this.run.signal));
  }

  #settle(): boolean {
    if (this.#isSettled) return false;
    this.#isSettled = true;
    this.run.signal?.removeEventListener('abort', this.#abort);
    this.#options.onSettle();
    return true;
  }
}
