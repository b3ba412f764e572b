import type { ThreadAnswer, WorkerPlan, WorkersReport } from '../wire/messages.ts';
import { isLoadedLater, ThreadSlot, type ThreadSlotOptions } from './thread-slot.ts';

export interface ThreadSlotsOptions extends Pick<ThreadSlotOptions, 'threadEntry' | 'execArgv' | 'env'> {
  readonly plan: WorkerPlan;
  readonly onReport: (report: WorkersReport) => void;
}

/** All worker threads of a pool: in the child's main thread with process isolation, in the host with thread isolation. */
export class ThreadSlots {
  readonly #slots: readonly ThreadSlot[];
  readonly #plan: WorkerPlan;
  readonly #threadOfTask = new Map<number, ThreadSlot>();
  readonly #report: (report: WorkersReport) => void;
  /** What the first thread prepared for all. */
  #prepared: unknown;

  constructor({ plan, onReport, ...thread }: ThreadSlotsOptions) {
    this.#report = onReport;
    this.#plan = plan;
    const places = tasksOfThreads(plan);
    this.#slots = places.map(
      (tasks, index) =>
        new ThreadSlot({
          index,
          tasks,
          plan,
          ...thread,
          onTaskReport: (report) => {
            if (report.type !== 'chunk') this.#threadOfTask.delete(report.taskId);
            onReport(report);
          },
          // In a thread with several tasks it is not known which of them is to blame.
          onDeath: (reason) =>
            onReport({ type: 'thread-died', reason, ...(isShared(plan, index) ? {} : { thread: index }) }),
        }),
    );
  }

  /**
   * Loads the threads and reports `loaded`, `load-failed` for each that could not load, `thread-died` for each that died. If the lead
   * loads first, `loaded` is reported for the lead alone.
   */
  async load(): Promise<void> {
    const first = this.#slots.filter((_slot, index) => !isLoadedLater(this.#plan, index));
    const prepared = await this.#all(first, (slot) => slot.prepare());
    const loaded = prepared && (await this.#all(first, (slot) => slot.load(prepared[0])));
    if (!loaded) return;
    this.#prepared = prepared[0];
    this.#report({ type: 'loaded' });
  }

  /** Loads the threads that did not load with the lead, and reports `others-loaded`. A thread that cannot load counts as dead. */
  async loadOthers(): Promise<void> {
    const others = [...this.#slots.entries()].filter(([index]) => isLoadedLater(this.#plan, index));
    const loaded = await Promise.all(others.map(([index, slot]) => this.#loadLate(slot, index)));
    if (loaded.every(Boolean)) this.#report({ type: 'others-loaded' });
  }

  async #loadLate(slot: ThreadSlot, thread: number): Promise<boolean> {
    const answer = await slot.load(this.#prepared);
    if (answer.type === 'done') return true;
    this.#report({ type: 'thread-died', thread, reason: answer.error.message });
    return false;
  }

  /**
   * Starts a task in a thread that has room for it. The buffers in `transfer` are moved there.
   *
   * @param thread the host's number for it; the last thread may have several numbers
   */
  run(taskId: number, thread: number, task: unknown, transfer: readonly ArrayBuffer[]): void {
    const slot = this.#slots[Math.min(thread, this.#slots.length - 1)];
    if (!slot) return;
    this.#threadOfTask.set(taskId, slot);
    slot.run(taskId, task, transfer);
  }

  cancel(taskId: number): void {
    this.#threadOfTask.get(taskId)?.cancel(taskId);
  }

  /** @returns what each thread returned, or `undefined` if one failed, which is reported */
  async #all(
    slots: readonly ThreadSlot[],
    step: (slot: ThreadSlot) => Promise<ThreadAnswer>,
  ): Promise<unknown[] | undefined> {
    let isWell = true;
    const made = slots.map(async (slot) => {
      const answer = await step(slot);
      if (answer.type === 'done') return answer.prepared;
      isWell = false;
      this.#report(answer);
    });
    const all = await Promise.all(made);
    return isWell ? all : undefined;
  }

  async close(): Promise<void> {
    await Promise.all(this.#slots.map((slot) => slot.close()));
  }

  /** Ends every thread; running work may end by itself within `graceMs`. */
  async destroy(graceMs: number): Promise<void> {
    await Promise.all(this.#slots.map((slot) => slot.destroy(graceMs)));
  }
}

/** How many tasks each thread runs at once. */
function tasksOfThreads({ threads, tasksPerThread, hasLead, sharesModel }: WorkerPlan): readonly number[] {
  if (!sharesModel) return Array.from({ length: threads }, () => tasksPerThread);
  const others = (threads - (hasLead ? 1 : 0)) * tasksPerThread;
  return hasLead ? [tasksPerThread, others] : [others];
}

function isShared({ hasLead, sharesModel }: WorkerPlan, index: number): boolean {
  return sharesModel && !(hasLead && index === 0);
}
