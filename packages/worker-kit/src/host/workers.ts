import type { WorkersReport } from '../wire/messages.ts';

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

export type WorkersEvent =
  | Exclude<WorkersReport, { type: 'thread-died' }>
  | { readonly type: 'rss'; readonly rssBytes: number }
  | { readonly type: 'lost'; readonly loss: WorkersLoss };

/** One generation of loaded worker threads, wherever they live. It starts when made and tells everything by events. */
export interface Workers {
  /** Loads the workers that did not load with the lead; an event tells when. */
  loadOthers(): void;
  /** @throws DataCloneError when the task cannot be cloned; the thread is as free as before */
  run(taskId: number, thread: number, task: unknown, transfer: readonly ArrayBuffer[]): void;
  cancel(taskId: number): void;
  /** Lets idle workers let go of their models, then ends them; by force after `graceMs`. Resolves when they are gone. */
  retire(graceMs: number): Promise<void>;
  /** Ends them by force, without a further event. Resolves when they are gone. */
  kill(): Promise<void>;
}

export interface StartOptions {
  readonly onEvent: (event: WorkersEvent) => void;
  /** Whether the lead loads alone, and the others with {@link Workers.loadOthers}. */
  readonly isLeadFirst: boolean;
}

/** Makes workers that report to `onEvent`. */
export type StartWorkers = (options: StartOptions) => Workers;
