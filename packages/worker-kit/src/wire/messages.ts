import type { MessagePort } from 'node:worker_threads';
import type { WireError } from '@parlance/core/errors';

/** What makes up one set of workers. Crosses the process border, so it is plain data. */
export interface WorkerPlan {
  readonly entry: string;
  readonly init: unknown;
  readonly threads: number;
  readonly tasksPerThread: number;
  /** Whether the first of the threads is for tasks that somebody waits for. */
  readonly hasLead: boolean;
  /** Whether all threads but the lead are one, which takes the tasks of all of them at once. */
  readonly sharesModel: boolean;
  /** Whether the lead loads alone, and the others when they are asked to. */
  readonly isLeadFirst: boolean;
  /** Whether all that they run is JavaScript and WebAssembly. */
  readonly isSandboxed: boolean;
}

/** Host to child process. */
export type ChildCommand =
  | { readonly type: 'load'; readonly plan: WorkerPlan }
  | { readonly type: 'load-others' }
  | { readonly type: 'run'; readonly taskId: number; readonly thread: number; readonly task: unknown }
  | { readonly type: 'cancel'; readonly taskId: number }
  | { readonly type: 'ping' }
  | { readonly type: 'close' };

/** What a thread says about one of its tasks. All of a task's chunks come before its one `result` or `error`. */
export type TaskReport =
  | { readonly type: 'chunk'; readonly taskId: number; readonly chunk: unknown }
  | { readonly type: 'result'; readonly taskId: number; readonly result: unknown }
  | { readonly type: 'error'; readonly taskId: number; readonly error: WireError };

/** What a set of worker threads says to whoever holds it: the child's main thread, or the host itself. */
export type WorkersReport =
  | TaskReport
  | { readonly type: 'loaded' | 'others-loaded' }
  | { readonly type: 'load-failed'; readonly error: WireError }
  | { readonly type: 'thread-died'; readonly thread?: number; readonly reason: string };

/** How a set of workers ended although nobody had asked. */
export interface WorkersLoss {
  readonly kind: 'worker-died' | 'worker-hung';
  /** One line for people: "The child ended with signal SIGSEGV." */
  readonly message: string;
  /** What native code wrote last; may be empty. */
  readonly stderrTail: string;
  /** The thread to blame, if one is known. */
  readonly thread?: number;
}

/** What the pool hears of a set of workers, wherever they live. */
export type WorkersEvent =
  | Exclude<WorkersReport, { type: 'thread-died' }>
  | { readonly type: 'rss'; readonly rssBytes: number }
  | { readonly type: 'lost'; readonly loss: WorkersLoss };

/** Child process to host. */
export type ChildReport =
  | WorkersReport
  | { readonly type: 'pong'; readonly rssBytes: number }
  | { readonly type: 'closed' };

/** Holder to thread. */
export type ThreadCommand =
  /** Imports the worker module; in the first thread, makes what all of them share. */
  | { readonly type: 'prepare'; readonly entry: string; readonly init: unknown; readonly isFirst: boolean }
  | {
      readonly type: 'load';
      readonly entry: string;
      readonly init: unknown;
      readonly prepared: unknown;
      readonly threadIndex: number;
      readonly isLead: boolean;
      readonly isYielding: boolean;
      readonly sharesModel: boolean;
      /** Where the thread sends its {@link TaskReport}s. */
      readonly port: MessagePort;
      /** One Int32 a lane, 1 when the task in that lane is aborted; shared memory, so synchronous code sees it. */
      readonly abortFlags: SharedArrayBuffer;
    }
  | { readonly type: 'run'; readonly taskId: number; readonly lane: number; readonly task: unknown }
  | { readonly type: 'close' };

/** A thread's answer to a command; a failed load is an answer, only a dying thread is a rejection. */
export type ThreadAnswer =
  | { readonly type: 'done'; readonly prepared?: unknown }
  | { readonly type: 'load-failed'; readonly error: WireError };
