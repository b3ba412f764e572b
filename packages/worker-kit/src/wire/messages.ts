import type { MessagePort } from 'node:worker_threads';
import type { WireError } from '@parlance/core/errors';

/** The composition of one set of workers. It is sent to another process, so it is plain data. */
export interface WorkerPlan {
  readonly entry: string;
  readonly init: unknown;
  readonly threads: number;
  readonly tasksPerThread: number;
  /** Whether the first thread is for tasks that somebody waits for. */
  readonly hasLead: boolean;
  /** Whether all threads except the lead are one thread, which runs the tasks of all of them at once. */
  readonly sharesModel: boolean;
  /** Whether only the lead loads, and the others on request. */
  readonly isLeadFirst: boolean;
  /** Whether they run only JavaScript and WebAssembly. */
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

/** A thread's report about one of its tasks. All of a task's chunks precede its only `result` or `error`. */
export type TaskReport =
  | { readonly type: 'chunk'; readonly taskId: number; readonly chunk: unknown }
  | { readonly type: 'result'; readonly taskId: number; readonly result: unknown }
  | { readonly type: 'error'; readonly taskId: number; readonly error: WireError };

/** A report of a set of worker threads to its owner: the child's main thread, or the host itself. */
export type WorkersReport =
  | TaskReport
  | { readonly type: 'loaded' | 'others-loaded' }
  | { readonly type: 'load-failed'; readonly error: WireError }
  | { readonly type: 'thread-died'; readonly thread?: number; readonly reason: string };

/** How a set of workers ended unexpectedly. */
export interface WorkersLoss {
  readonly kind: 'worker-died' | 'worker-hung';
  /** One line for people: "The child ended with signal SIGSEGV." */
  readonly message: string;
  /** The last output of native code; may be empty. */
  readonly stderrTail: string;
  /** The thread to blame, if one is known. */
  readonly thread?: number;
}

/** An event of a set of workers for the pool, wherever they live. */
export type WorkersEvent =
  | Exclude<WorkersReport, { type: 'thread-died' }>
  | { readonly type: 'rss'; readonly rssBytes: number }
  | { readonly type: 'lost'; readonly loss: WorkersLoss };

/** Child process to host. */
export type ChildReport =
  | WorkersReport
  | { readonly type: 'pong'; readonly rssBytes: number }
  | { readonly type: 'closed' };

/** Owner to thread. */
export type ThreadCommand =
  /** Imports the worker module; in the first thread, prepares what all of them share. */
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
      /** One Int32 per lane, 1 if the task in that lane is aborted; shared memory, so that synchronous code sees it. */
      readonly abortFlags: SharedArrayBuffer;
    }
  | { readonly type: 'run'; readonly taskId: number; readonly lane: number; readonly task: unknown }
  | { readonly type: 'close' };

/** A thread's answer to a command. A failed load is an answer; only the thread's death is a rejection. */
export type ThreadAnswer =
  | { readonly type: 'done'; readonly prepared?: unknown }
  | { readonly type: 'load-failed'; readonly error: WireError };
