/** Identifies a thread in its pool. */
export interface WorkerContext {
  /** 0 … threads - 1; the number that {@link RunOptions.thread} names on the host's side. */
  readonly threadIndex: number;
  /** Whether it is the lead of {@link WorkerPoolOptions.lead}, whose task is often the only one. */
  readonly isLead: boolean;
  /** Whether it runs several tasks at once on one model: then its native calls must not block this thread. */
  readonly sharesModel: boolean;
}

/** A running task's connection to the host. */
export interface WorkerTaskContext {
  /**
   * Sends a chunk of the result before its end. Chunks arrive in order, and all before the result. Never waits for the
   * host, so a task's chunks together should fit in memory.
   *
   * @param chunk anything structured-clonable
   * @param transfer buffers inside `chunk` that are moved instead of copied; they are unusable here afterwards
   */
  emit(chunk: unknown, transfer?: readonly ArrayBuffer[]): void;
  /**
   * Whether the caller has aborted. It reads shared memory, so synchronous code sees a change too. Return as soon as
   * convenient after that, with any value: nobody reads it, but the thread is busy until then.
   */
  readonly isAborted: () => boolean;
}

/** A loaded model in one thread. */
export interface WorkerInstance<Task, Result> {
  /**
   * Runs one task. The result is copied out of the thread; large samples are faster as chunks with `transfer`. A
   * `SpeechError` thrown here reaches the caller with its code and details, any other error as `ENGINE_FAILED`.
   */
  run(task: Task, context: WorkerTaskContext): Promise<Result> | Result;
  /** Called once when the pool closes in order or recycles its workers; never after a crash. */
  close?(): void;
}

/** The functions of a worker module. */
export interface WorkerDefinition<Init, Task, Result, Prepared = undefined> {
  /**
   * Prepares what all threads share, once for all of them: it runs in the first thread, before any load, and its result is passed
   * to `load` in each. A `WebAssembly.Module` and `SharedArrayBuffer`s are shared; anything else is copied. Its errors are
   * treated like those of `load`.
   */
  prepare?(init: Init): Promise<Prepared> | Prepared;
  /**
   * Loads the model, once in each thread. Whatever it throws reaches `warm()` as `ENGINE_LOAD_FAILED`; a `SpeechError`
   * keeps its own code.
   *
   * @param prepared the result of `prepare`; `undefined` without one
   */
  load(
    init: Init,
    context: WorkerContext,
    prepared: Prepared,
  ): Promise<WorkerInstance<Task, Result>> | WorkerInstance<Task, Result>;
}

/** The default export of a worker module, created by {@link defineWorker}. */
export interface WorkerModule<Init, Task, Result, Prepared = undefined>
  extends WorkerDefinition<Init, Task, Result, Prepared> {
  readonly kind: 'parlance-worker';
}

/**
 * Creates the default export of a worker module: a separate file that runs inside a worker thread, where native code and
 * long synchronous calls block nothing else. Import it there from `@parlance/worker-kit/worker`, which loads nothing more.
 *
 * @example
 * export default defineWorker<{ modelPath: string }, { text: string }, { samples: number }>({
 *   load: (init) => {
 *     const model = openModel(init.modelPath);
 *     return { run: (task, context) => model.speak(task.text, (pcm) => context.emit(pcm, [pcm.buffer])) };
 *   },
 * });
 */
export function defineWorker<Init, Task, Result, Prepared = undefined>(
  definition: WorkerDefinition<Init, Task, Result, Prepared>,
): WorkerModule<Init, Task, Result, Prepared> {
  return { ...definition, kind: 'parlance-worker' };
}
