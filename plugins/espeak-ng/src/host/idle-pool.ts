import { SpeechError } from '@parlance/core';
import type { RunOptions, WorkerPool } from '@parlance/worker-kit';

export interface IdlePoolOptions<Task, Result, Chunk> {
  readonly createPool: () => WorkerPool<Task, Result, Chunk>;
  /** How long a pool stays without a task, in milliseconds. */
  readonly idleMs: number;
}

/** A worker pool that is there while there is work: made with the first task, ended when none has come for a while, made anew. */
export class IdlePool<Task, Result, Chunk = never> {
  readonly #options: IdlePoolOptions<Task, Result, Chunk>;
  readonly #ending = new Set<Promise<void>>();
  #pool: WorkerPool<Task, Result, Chunk> | undefined;
  #runningTasks = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: IdlePoolOptions<Task, Result, Chunk>) {
    this.#options = options;
  }

  /** @throws SpeechError as {@link WorkerPool.run} does */
  async run(task: Task, options: RunOptions<Chunk>): Promise<Result> {
    if (this.#isClosed) throw new SpeechError('SHUTTING_DOWN', 'The engine is shutting down.');
    clearTimeout(this.#timer);
    this.#pool ??= this.#options.createPool();
    this.#runningTasks += 1;
    try {
      return await this.#pool.run(task, options);
    } finally {
      this.#runningTasks -= 1;
      if (this.#runningTasks === 0 && !this.#isClosed) this.#waitForWork();
    }
  }

  /** As {@link WorkerPool.problem}. */
  problem(): string | undefined {
    return this.#pool?.problem();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#endPool();
    await Promise.all(this.#ending);
  }

  #waitForWork(): void {
    this.#timer = setTimeout(() => this.#endPool(), this.#options.idleMs).unref();
  }

  #endPool(): void {
    const pool = this.#pool;
    this.#pool = undefined;
    if (pool === undefined) return;
    const ending = pool.close().finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }
}
