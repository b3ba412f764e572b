import type { WorkersEvent } from '../wire/messages.ts';

/** One generation of worker threads, wherever they live. It starts when it is created and reports everything by events. */
export interface Workers {
  /** Loads the workers that did not load with the lead; an event reports when that is done. */
  loadOthers(): void;
  /** @throws DataCloneError if the task cannot be cloned; then the thread is still free */
  run(taskId: number, thread: number, task: unknown, transfer: readonly ArrayBuffer[]): void;
  cancel(taskId: number): void;
  /** Lets idle workers release their models, then ends them; by force after `graceMs`. Resolves when they have ended. */
  retire(graceMs: number): Promise<void>;
  /** Ends them by force, without further events. Resolves when they have ended. */
  kill(): Promise<void>;
}

export interface StartOptions {
  readonly onEvent: (event: WorkersEvent) => void;
  /** Whether only the lead loads, and the others after {@link Workers.loadOthers}. */
  readonly isLeadFirst: boolean;
}

/**
 * Starts workers that report to `onEvent`.
 *
 * @throws SpeechError `INVALID_CONFIG` if the settings that they load cannot be cloned; the system's error if no process can be started
 */
export type StartWorkers = (options: StartOptions) => Workers;
