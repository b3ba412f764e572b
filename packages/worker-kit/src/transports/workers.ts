import type { WorkersEvent } from '../wire/messages.ts';

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
