import type { EngineIncident, Isolation, LoadState } from '@parlance/core/engine';
import type { UnitPlace } from '@parlance/core/scheduling';

/** How a pool of workers is made up and when it gives up on one. Every number has a default. */
export interface WorkerPoolOptions<Init, Task> {
  /** Names the pool in errors and incidents, such as `sherpa-onnx/synthesis`. */
  readonly name: string;
  /** Absolute path of the worker module, resolved by the caller: `createRequire(import.meta.url).resolve('…/worker')`. */
  readonly entry: string;
  /**
   * Given to `load()` in each thread. Structured-clonable. A function is called before the first load, which waits for it: for what
   * has to be fetched first, such as a model. What it gave is kept for later loads; when it rejects, so does whatever waits, with its
   * error, and the next call asks it again. Its signal aborts when the pool closes.
   */
  readonly init: Init | ((signal: AbortSignal) => Promise<Init>);
  /**
   * `process`: one supervised child process holds the threads, so nothing that native code does ends this process.
   * `thread`: the threads live in this process. The same calls and errors, but a native crash ends the whole process, a
   * native call that hangs cannot be ended (only JavaScript can), and memory is not watched.
   */
  readonly isolation: Isolation;
  /**
   * The worker runs JavaScript and WebAssembly alone: no addon, no program. Its threads then live in this process with isolation
   * `process` too, which saves a process of some 60 MB. Nothing that such a worker does ends this process: WebAssembly stays within
   * its own memory, a thread that hangs can be ended, and one whose heap outgrows 256 MB ends alone. `ArrayBuffer`s and WebAssembly
   * memories are not counted in that, so the worker has to bound them itself. Default false.
   */
  readonly sandboxed?: boolean;
  /** Worker threads, each with its own copy of the model unless {@link WorkerPoolOptions.sharesModel}. At least 1. */
  readonly threads: number;
  /**
   * The worker's native calls are asynchronous, and one loaded model serves several at once. In a child process all threads but the
   * lead are then one thread with one copy of the model, which holds the tasks of all of them: memory does not grow with their
   * number. The calls compute on the threads of libuv's pool, which the child has to itself. In this process, whose pool also
   * reads files and looks up names, each thread has a copy as ever. Default false.
   */
  readonly sharesModel?: boolean;
  /**
   * One thread more, number 0, for tasks of any lane but `batch`: they find it free while batch work has all others. Where the
   * system knows priorities of threads (Linux), the others get a lower one, so it has the cores to itself when it needs them.
   * The pool serves as soon as its lead has loaded. The others load when a task needs one: a batch task, or a live one that finds the
   * lead busy. Those of a `sandboxed` pool load right after the lead, and tasks for them wait until all have. Default false.
   */
  readonly lead?: boolean;
  /** Tasks that one thread holds at once: above 1 only for workers that are asynchronous and batch. Default 1. */
  readonly tasksPerThread?: number;
  /**
   * How long one task may run, counted from when a thread is given it, not while it queues. Past it the caller gets
   * `ENGINE_TIMEOUT`, and the workers are killed and replaced. Default 30 000 for every task.
   */
  readonly deadlineMs?: (task: Task) => number;
  /** How long the threads that load together may take for it, once `init` is known. Default 60 000. */
  readonly loadDeadlineMs?: number;
  /** Resident memory of the child above which it is recycled between tasks. Default: no ceiling. */
  readonly maxRssBytes?: number;
  /**
   * Tasks after which the workers are recycled, against slow leaks. Recycling waits for running tasks, ends the
   * workers, then loads new ones while the queue waits: two copies of a model never stand in memory together. Do not
   * set it, or `maxRssBytes`, where threads keep state between tasks. Default: never.
   */
  readonly recycleAfterTasks?: number;
  /**
   * Time without a task after which the workers are ended, so that their memory returns to the system; the next task loads
   * them again. Default: never.
   */
  readonly idleUnloadMs?: number;
  /** Delay before a dead child is replaced: doubles from `minDelayMs` (100) to `maxDelayMs` (30 000). */
  readonly restart?: { readonly minDelayMs?: number; readonly maxDelayMs?: number };
  /**
   * After `crashes` (5) deaths within `windowMs` (60 000) every call gets `ENGINE_UNAVAILABLE` at once, until a
   * replacement has loaded after `cooldownMs` (4000); it then gets one task at a time until one ends well.
   */
  readonly breaker?: { readonly crashes?: number; readonly windowMs?: number; readonly cooldownMs?: number };
  /** The child is asked for a sign of life each `intervalMs` (1000) and killed after `timeoutMs` (5000) without one. */
  readonly heartbeat?: { readonly intervalMs?: number; readonly timeoutMs?: number };
  /** How long `close()` lets running tasks go on. Default 5000. */
  readonly closeGraceMs?: number;
  /** Told of trouble that heals itself. What it throws is ignored. */
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
  /** Runs in this thread (0 … threads - 1) alone, waiting for it when others are free. Default: any. */
  readonly thread?: number;
  /**
   * Refuses with `ENGINE_CRASHED` to run in any other generation than this: for a task that continues what an earlier
   * one left in its thread. Such a task is never retried.
   */
  readonly generation?: number;
  /**
   * Called before `onStart` with the milliseconds that the task waited for threads beside the lead to load: in the queue, where no deadline
   * runs, while the pool was loaded.
   */
  readonly onLoad?: ((durationMs: number) => void) | undefined;
  /** Called when a thread is given the task; once more when it has to start again. */
  readonly onStart?: () => void;
  /** Called after each `onStart`, when the thread is free again or lost: after an abort, only when the task has returned. */
  readonly onEnd?: () => void;
  /** Called for each chunk in order, before `run` settles; not after an abort. It owns the chunk's buffers. */
  readonly onChunk?: (chunk: Chunk) => void;
  /**
   * Buffers inside the task that may leave the caller: to threads of this process they are moved, and a task that moved any
   * is not retried; to a child everything is copied and this is ignored.
   */
  readonly transfer?: readonly ArrayBuffer[];
}

/** Figures of a pool at one moment. */
export interface WorkerPoolStats {
  readonly queued: number;
  /** Tasks that occupy a thread, aborted ones that have not returned included. */
  readonly running: number;
  /** Replacements since the start, orderly recycling included. */
  readonly restarts: number;
  /** Resident memory of the child at the last heartbeat; absent before the first, and where the threads live in this process. */
  readonly rssBytes?: number;
}

/** Worker threads with a loaded model in each, kept alive through crashes. */
export interface WorkerPool<Task, Result, Chunk = never> {
  /** Whether the threads live in this process: for `isolation` `thread`, and for `sandboxed` workers. */
  readonly isInProcess: boolean;
  /** `loading` also while lost or recycled workers are being replaced; `loading-more` while the lead serves and the others load. */
  readonly loadState: LoadState;
  /**
   * Loads the model, in the lead alone where there is one and in every thread otherwise; resolves at once when that is done. The
   * first `run` does it too.
   *
   * @throws SpeechError `ENGINE_LOAD_FAILED` with the loader's reason, or the child's last words if it died;
   *   `ENGINE_UNAVAILABLE` while the breaker is open; `SHUTTING_DOWN` after `close`
   */
  warm(): Promise<void>;
  /**
   * Queues one task and runs it in a free thread when its turn has come ({@link UnitQueue}). One that gives its place to a newer
   * of its series rejects with `ABORTED`. Queued tasks survive a crash. A running one is run once more if it has emitted nothing and another may be to blame: never when it was alone, ran in the thread
   * that died, passed its deadline, names a `generation`, or has been retried before.
   *
   * @throws SpeechError what the worker threw (`ENGINE_FAILED` unless it was a SpeechError); `ENGINE_CRASHED` when its
   *   worker died; `ENGINE_TIMEOUT` past the deadline; `ENGINE_UNAVAILABLE` while the breaker is open;
   *   `ENGINE_LOAD_FAILED`; `ABORTED`; `SHUTTING_DOWN` after `close`; `INVALID_INPUT` for a task that cannot be cloned
   */
  run(task: Task, options?: RunOptions<Chunk>): Promise<Result>;
  /** The lead included. */
  readonly threads: number;
  /** Grows when the workers are replaced, whatever the reason: state kept in a thread is lost then. 0 before the first load. */
  readonly generation: number;
  stats(): WorkerPoolStats;
  /**
   * Why no task can run now, in one line for operators: the breaker is open, or workers that died or were recycled are being
   * replaced. `undefined` while tasks can run, and where nothing is loaded because nothing was needed: the next task loads it.
   */
  problem(): string | undefined;
  /** Keeps idle workers from being unloaded, for as long as they hold state. @returns a function that lets go; safe to call twice */
  keepLoaded(): () => void;
  /**
   * Rejects queued tasks with `SHUTTING_DOWN`, lets running ones end within the grace time, then ends the workers.
   * Calling it again returns the same promise.
   */
  close(): Promise<void>;
}
