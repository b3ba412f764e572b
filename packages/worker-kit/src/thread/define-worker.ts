/** Which of its siblings a thread is. */
export interface WorkerContext {
  /** 0 … threads - 1; the number that {@link RunOptions.thread} names on the host's side. */
  readonly threadIndex: number;
  /** Whether it is the one of {@link WorkerPoolOptions.lead}, whose task is often alone. */
  readonly isLead: boolean;
  /** Whether it holds several tasks at once on its one model: then its native calls must not hold up this thread. */
  readonly sharesModel: boolean;
}

/** What a running task may say to, and learn from, the host. */
export interface WorkerTaskContext {
  /**
   * Sends one part of the result ahead of its end. Chunks arrive in order, and all before the result. Never waits: the
   * host has to keep up, so a task's chunks together should fit in memory.
   *
   * @param chunk anything structured-clonable
   * @param transfer buffers inside `chunk` that leave this thread without a copy; they are unusable here afterwards
   */
  emit(chunk: unknown, transfer?: readonly ArrayBuffer[]): void;
  /**
   * Whether the caller has given up. It reads shared memory, so synchronous code sees a change too. Return as soon as
   * convenient after that, with any value: nobody reads it, but the thread is busy until then.
   */
  readonly isAborted: () => boolean;
}

/** A loaded model in one thread. */
export interface WorkerInstance<Task, Result> {
  /**
   * Does one task. The result is copied out of the thread; large samples go faster as chunks with `transfer`. A
   * `SpeechError` thrown here reaches the caller with its code and details, anything else as `ENGINE_FAILED`.
   */
  run(task: Task, context: WorkerTaskContext): Promise<Result> | Result;
  /** Called once when the pool closes in order or recycles its workers; never after a crash. */
  close?(): void;
}

/** What a worker module's default export tells the kit. */
export interface WorkerDefinition<Init, Task, Result, Prepared = undefined> {
  /**
   * Makes what all threads share, once for them all: it runs in the first thread, before any loads, and its result is given
   * to `load` in each. A `WebAssembly.Module` and `SharedArrayBuffer`s are shared; anything else is copied. What it throws is
   * treated as what `load` throws.
   */
  prepare?(init: Init): Promise<Prepared> | Prepared;
  /**
   * Loads the model, once in each thread. Whatever it throws reaches `warm()` as `ENGINE_LOAD_FAILED`; a `SpeechError`
   * keeps its own code.
   *
   * @param prepared what `prepare` made; `undefined` without one
   */
  load(
    init: Init,
    context: WorkerContext,
    prepared: Prepared,
  ): Promise<WorkerInstance<Task, Result>> | WorkerInstance<Task, Result>;
}

/** The default export of a worker module; made by {@link defineWorker} alone. */
export interface WorkerModule<Init, Task, Result, Prepared = undefined>
  extends WorkerDefinition<Init, Task, Result, Prepared> {
  readonly kind: 'parlance-worker';
}

/**
 * Makes the default export of a worker module: a file of its own that runs inside a worker thread, where native code and
 * long synchronous calls hold up nobody else. Import it there from `@parlance/worker-kit/worker`, which loads nothing more.
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
