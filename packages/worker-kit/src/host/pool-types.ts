import type { EngineIncident, Isolation, LoadState } from '@parlance/core/engine';
import type { UnitPlace } from '@parlance/core/scheduling';

/** The workers of a pool, and when they are replaced. Every number except `threads` has a default. */
export interface WorkerPoolOptions<Init, Task> {
  /** Names the pool in errors and incidents, such as `sherpa-onnx/synthesis`. */
  readonly name: string;
  /** Absolute path of the worker module, resolved by the caller: `createRequire(import.meta.url).resolve('…/worker')`. */
  readonly entry: string;
  /**
   * Passed to `load()` in each thread. Structured-clonable. A function is called before the first load, which waits for it, for example to
   * fetch a model. Its result is kept for later loads. If it rejects, everything that waits rejects with its
   * error, and the next call tries again. Its signal aborts when the pool closes.
   */
  readonly init: Init | ((signal: AbortSignal) => Promise<Init>);
  /**
   * Called before each load, once `init` is known, which waits for it. When it rejects, so does whatever waits, and the next call tries again.
   * Default: nothing is waited for.
   */
  readonly beforeLoad?: ((signal: AbortSignal) => Promise<void>) | undefined;
  /**
   * `process`: one supervised child process holds the threads, so nothing that native code does ends this process.
   * `thread`: the threads live in this process. The same calls and errors, but a native crash ends the whole process, a
   * native call that hangs cannot be ended (only JavaScript can), and memory is not watched.
   */
  readonly isolation: Isolation;
  /**
   * Whether the worker runs only JavaScript and WebAssembly: no addon, no program. Then its threads live in this process even with isolation
   * `process`, which saves a process of some 60 MB. Such a worker cannot end this process: WebAssembly stays within
   * its own memory, a thread that hangs can be ended, and if its heap exceeds 256 MB only the thread ends. `ArrayBuffer`s and WebAssembly
   * memories do not count towards that, so the worker has to limit them itself. Default false.
   */
  readonly sandboxed?: boolean;
  /** Worker threads, each with its own copy of the model unless {@link WorkerPoolOptions.sharesModel}. At least 1. */
  readonly threads: number;
  /**
   * Whether the worker's native calls are asynchronous and one loaded model serves several at once. Then, in a child process, all threads except the
   * lead are one thread with one copy of the model, which runs the tasks of all of them, so memory does not grow with their
   * number. The calls compute on the threads of libuv's pool, which nothing else in the child uses. In this process, whose pool also
   * reads files and looks up names, each thread still has a copy. Default false.
   */
  readonly sharesModel?: boolean;
  /**
   * Whether there is one more thread, number 0, for tasks of the lanes that do not yield: it is free for them while batch work uses all others. If the
   * system has thread priorities (Linux), the others get a lower one, so that the lead gets a core when it needs one.
   * The pool serves as soon as its lead has loaded. The others load when a task needs one: a yielding task, or a live one that finds the
   * lead busy. Those of a `sandboxed` pool load right after the lead, and tasks for them wait until all are loaded. Default false.
   */
  readonly lead?: boolean;
  /** How many tasks a thread runs at once. Above 1 only for asynchronous workers that process batches. Default 1. */
  readonly tasksPerThread?: number;
  /**
   * How long one task may run, counted from when a thread gets it, without the wait in the queue. After that the caller gets
   * `ENGINE_TIMEOUT`, and the workers are killed and replaced. Default 30 000 for every task.
   */
  readonly deadlineMs?: (task: Task) => number;
  /** How long loading may take for threads that load together, once `init` is known. Default 60 000. */
  readonly loadDeadlineMs?: number;
  /** Resident memory of the child above which it is recycled between tasks. Default: no limit. */
  readonly maxRssBytes?: number;
  /**
   * Number of tasks after which the workers are recycled, against slow leaks. Recycling waits for running tasks, ends the
   * workers, then loads new ones while the queue waits, so two copies of a model are never in memory together. Do not
   * set this or `maxRssBytes` if threads keep state between tasks. Default: never.
   */
  readonly recycleAfterTasks?: number;
  /**
   * Time without a task after which the workers are ended to release their memory; the next task loads
   * them again. Default: never.
   */
  readonly idleUnloadMs?: number;
  /** Delay before a dead child is replaced, which doubles from `minDelayMs` (100) to `maxDelayMs` (30 000). */
  readonly restart?: { readonly minDelayMs?: number; readonly maxDelayMs?: number };
  /**
   * After `crashes` (5) deaths within `windowMs` (60 000) every call gets `ENGINE_UNAVAILABLE` at once, until a
   * replacement has loaded after `cooldownMs` (4000); it then gets one task at a time until one succeeds.
   */
  readonly breaker?: { readonly crashes?: number; readonly windowMs?: number; readonly cooldownMs?: number };
  /** The child is pinged every `intervalMs` (1000) and killed after `timeoutMs` (5000) without an answer. */
  readonly heartbeat?: { readonly intervalMs?: number; readonly timeoutMs?: number };
  /** How long `close()` lets running tasks continue. Default 5000. */
  readonly closeGraceMs?: number;
  /** Called for problems that resolve themselves. What it throws is ignored. */
  readonly onIncident?: (incident: EngineIncident) => void;
}

/** Options of one {@link WorkerPool.run}. */
export interface RunOptions<Chunk> extends Partial<UnitPlace> {
  /**
   * Aborting rejects with `ABORTED` at once. A queued task is dropped; a running one sees `isAborted()` and keeps its
   * thread busy until it returns.
   */
  readonly signal?: AbortSignal;
  /** Default `first`. */
  readonly lane?: UnitPlace['lane'];
  /** Runs only in this thread (0 … threads - 1), waiting for it even if others are free. Default: any. */
  readonly thread?: number;
  /**
   * Refuses with `ENGINE_CRASHED` to run in any other generation than this, for a task that uses state that an earlier
   * task left in its thread. Such a task is never retried.
   */
  readonly generation?: number;
  /**
   * Called before `onStart` with the milliseconds that the task waited for threads other than the lead to load. It waited in the queue of a loaded
   * pool, where no deadline runs.
   */
  readonly onLoad?: ((durationMs: number) => void) | undefined;
  /** Called when a thread gets the task, and again if it has to be restarted. */
  readonly onStart?: () => void;
  /** Called after each `onStart`, when the thread is free again or lost; after an abort only when the task has returned. */
  readonly onEnd?: () => void;
  /** Called for each chunk in order, before `run` settles, but not after an abort. It owns the chunk's buffers. */
  readonly onChunk?: (chunk: Chunk) => void;
  /**
   * Buffers inside the task that may be transferred: to threads of this process they are moved, and then the task
   * is not retried; for a child everything is copied and this is ignored.
   */
  readonly transfer?: readonly ArrayBuffer[];
}

/** The current figures of a pool. */
export interface WorkerPoolStats {
  readonly queued: number;
  /** Tasks that occupy a thread, including aborted ones that have not returned. */
  readonly running: number;
  /** Replacements since the start, including orderly recycling. */
  readonly restarts: number;
  /** Resident memory of the child at the last heartbeat; absent before the first, and if the threads live in this process. */
  readonly rssBytes?: number;
}

/** Worker threads with a loaded model, which are replaced after crashes. */
export interface WorkerPool<Task, Result, Chunk = never> {
  /** Whether the threads live in this process: with `isolation` `thread`, and for `sandboxed` workers. */
  readonly isInProcess: boolean;
  /** `loading` also while lost or recycled workers are being replaced; `loading-more` while the lead serves and the others are loading. */
  readonly loadState: LoadState;
  /**
   * Loads the model, only in the lead if there is one and in every thread otherwise; resolves at once if that has been done. The
   * first `run` does it too.
   *
   * @throws SpeechError `ENGINE_LOAD_FAILED` with the loader's reason, or the tail of the child's stderr if it died;
   *   `ENGINE_UNAVAILABLE` while the breaker is open; `SHUTTING_DOWN` after `close`
   */
  warm(): Promise<void>;
  /**
   * Queues one task and runs it in a free thread in the order of {@link UnitQueue}. A task that is replaced by a newer
   * one of its series rejects with `ABORTED`. Queued tasks survive a crash. A running one is retried once if it has emitted nothing and another may be
   * to blame: never if it was alone, ran in the thread that died, exceeded its deadline, names a `generation`, or has been retried before.
   *
   * @throws SpeechError what the worker threw (`ENGINE_FAILED` unless it was a SpeechError); `ENGINE_CRASHED` if its
   *   worker died; `ENGINE_TIMEOUT` after the deadline; `ENGINE_UNAVAILABLE` while the breaker is open;
   *   `ENGINE_LOAD_FAILED`; `ABORTED`; `SHUTTING_DOWN` after `close`; `INVALID_INPUT` for a task that cannot be cloned
   */
  run(task: Task, options?: RunOptions<Chunk>): Promise<Result>;
  /** Number of threads, including the lead. */
  readonly threads: number;
  /** Increases when the workers are replaced, whatever the reason; then state in a thread is lost. 0 before the first load. */
  readonly generation: number;
  stats(): WorkerPoolStats;
  /**
   * Why no task can run now, in one line for operators: the breaker is open, or workers that died or were recycled are being
   * replaced. `undefined` while tasks can run, and while nothing is loaded because nothing was needed.
   */
  problem(): string | undefined;
  /** Keeps idle workers loaded, for as long as they have state. @returns lets them be unloaded again; safe to call twice */
  keepLoaded(): () => void;
  /** Ends idle workers now, as `idleUnloadMs` does later. Resolves when they are gone, and at once where they have work or are kept loaded. */
  unload(): Promise<void>;
  /**
   * Rejects queued tasks with `SHUTTING_DOWN`, lets running ones end within the grace time, then ends the workers.
   * Calling it again returns the same promise.
   */
  close(): Promise<void>;
}
