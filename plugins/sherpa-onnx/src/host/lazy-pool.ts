import { createRequire } from 'node:module';
import { type InstalledModel, type PluginContext, SpeechError } from '@parlance/core';
import { createWorkerPool, type RunOptions, type WorkerPool } from '@parlance/worker-kit';

export interface LazyPoolOptions<Init, Task> {
  /** The engine's id; it names the pool in errors and incidents. */
  readonly name: string;
  readonly modelId: string;
  readonly worker:
    | 'worker-synthesis'
    | 'worker-recognition'
    | 'worker-online-recognition'
    | 'worker-voice-activity';
  readonly threads: number;
  readonly lead?: boolean;
  readonly sharesModel?: boolean;
  readonly tasksPerThread?: number;
  /** As {@link WorkerPoolOptions.sandboxed}. */
  readonly sandboxed?: boolean;
  readonly deadlineMs: (task: Task) => number;
  /** Default 120 000. */
  readonly loadDeadlineMs?: number;
  /** What the worker loads, once the model is there. */
  readonly init: (model: InstalledModel) => Init;
  readonly context: PluginContext;
}

/** Loading reads some 60 MB a thread, on a cold disk too. */
const LOAD_DEADLINE_MS = 120_000;

/**
 * A worker pool that asks the store for its model when it is first needed: an engine comes into being cold. A model that
 * could not be had is asked for again with the next call.
 */
export class LazyPool<Init, Task, Result, Chunk = never> {
  readonly #options: LazyPoolOptions<Init, Task>;
  #opening: Promise<WorkerPool<Task, Result, Chunk>> | undefined;
  #pool: WorkerPool<Task, Result, Chunk> | undefined;
  readonly #closing = new AbortController();

  constructor(options: LazyPoolOptions<Init, Task>) {
    this.#options = options;
  }

  async warm(): Promise<WorkerPool<Task, Result, Chunk>> {
    const pool = await this.#open();
    await pool.warm();
    return pool;
  }

  async run(task: Task, options: RunOptions<Chunk>): Promise<Result> {
    if (options.signal?.aborted) throw SpeechError.aborted(options.signal);
    const pool = await this.#open();
    return pool.run(task, options);
  }

  /** As `SynthesisEngine.residentBytes`. */
  residentBytes(): number | undefined {
    return this.#pool?.stats().rssBytes;
  }

  /** As `SynthesisEngine.problem`. */
  problem(): string | undefined {
    return this.#pool?.problem();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const pool = await this.#opening?.catch(() => undefined);
    await pool?.close();
  }

  #open(): Promise<WorkerPool<Task, Result, Chunk>> {
    if (this.#closing.signal.aborted) return Promise.reject(shuttingDown(this.#options.name));
    this.#opening ??= this.#create().catch((reason: unknown) => {
      this.#opening = undefined;
      throw this.#closing.signal.aborted ? shuttingDown(this.#options.name) : reason;
    });
    return this.#opening;
  }

  async #create(): Promise<WorkerPool<Task, Result, Chunk>> {
    const { name, modelId, worker, threads, lead, sharesModel, tasksPerThread, deadlineMs, init, context } =
      this.#options;
    const { loadDeadlineMs = LOAD_DEADLINE_MS, sandboxed = false } = this.#options;
    const model = await context.models.ensure(modelId, { signal: this.#closing.signal });
    this.#pool = createWorkerPool<Init, Task, Result, Chunk>({
      name,
      entry: createRequire(import.meta.url).resolve(`@parlance/plugin-sherpa-onnx/${worker}`),
      init: init(model),
      isolation: context.isolation,
      sandboxed,
      threads,
      ...(lead !== undefined && { lead }),
      ...(sharesModel !== undefined && { sharesModel }),
      ...(tasksPerThread !== undefined && { tasksPerThread }),
      deadlineMs,
      loadDeadlineMs,
      ...(context.idleUnloadMs !== undefined && { idleUnloadMs: context.idleUnloadMs }),
      onIncident: context.onIncident,
    });
    return this.#pool;
  }
}

function shuttingDown(engine: string): SpeechError {
  return new SpeechError('SHUTTING_DOWN', `${engine} is shutting down.`, { engine });
}
