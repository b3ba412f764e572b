import { createRequire } from 'node:module';
import { within } from '../deadline.ts';
import type { ThreadSlots } from '../slots/thread-slots.ts';
import type { WorkerPlan, WorkersEvent, WorkersReport } from '../wire/messages.ts';
import { toWireError } from '../wire/wire-error.ts';
import { childExecArgv, passedEnvironment } from './child-environment.ts';
import type { Workers } from './workers.ts';

/** How long work in a thread may take to end by itself before the thread is terminated. */
const WORK_END_MS = 1000;
/** A thread inside a native call cannot be terminated; nobody waits longer than this for it. */
const TERMINATION_MS = 1000;

/** Workers in threads of this process, with the same lifecycle, but without isolation from native code that crashes or hangs. */
export class ThreadWorkers implements Workers {
  readonly #slots: Promise<ThreadSlots>;
  readonly #onEvent: (event: WorkersEvent) => void;
  #isWatched = true;

  constructor(plan: WorkerPlan, onEvent: (event: WorkersEvent) => void) {
    this.#onEvent = onEvent;
    this.#slots = this.#start(plan);
    this.#slots.catch((error: unknown) => {
      if (this.#isWatched) onEvent({ type: 'load-failed', error: toWireError(error, 'ENGINE_LOAD_FAILED') });
    });
  }

  loadOthers(): void {
    void this.#slots.then((slots) => slots.loadOthers());
  }

  run(taskId: number, thread: number, task: unknown, transfer: readonly ArrayBuffer[]): void {
    void this.#slots.then((slots) => slots.run(taskId, thread, task, transfer));
  }

  cancel(taskId: number): void {
    void this.#slots.then((slots) => slots.cancel(taskId));
  }

  async retire(graceMs: number): Promise<void> {
    this.#isWatched = false;
    const slots = await this.#slots;
    await within(graceMs, slots.close());
    await this.kill();
  }

  async kill(): Promise<void> {
    this.#isWatched = false;
    const slots = await this.#slots.catch(() => undefined);
    if (slots) await within(WORK_END_MS + TERMINATION_MS, slots.destroy(WORK_END_MS));
  }

  async #start(plan: WorkerPlan): Promise<ThreadSlots> {
    // Imported late, so that importing the kit does not load piscina.
    const { ThreadSlots } = await import('../slots/thread-slots.ts');
    const slots = new ThreadSlots({
      plan,
      threadEntry: createRequire(import.meta.url).resolve('@parlance/worker-kit/thread'),
      execArgv: childExecArgv(process.execArgv, process.env.NODE_OPTIONS),
      env: passedEnvironment(process.env),
      onReport: (report) => this.#receive(report),
    });
    void slots.load();
    return slots;
  }

  #receive(report: WorkersReport): void {
    if (!this.#isWatched) return;
    if (report.type !== 'thread-died') {
      this.#onEvent(report);
      return;
    }
    const { thread, reason } = report;
    void this.kill();
    const message = `Worker thread ${thread ?? ''} ended: ${reason}`;
    this.#onEvent({
      type: 'lost',
      loss: { kind: 'worker-died', message, stderrTail: '', ...(thread !== undefined && { thread }) },
    });
  }
}
