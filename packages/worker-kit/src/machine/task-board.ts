import { createUnitQueue, createWorkerPlaces, type UnitPlace } from '@parlance/core/scheduling';

/** A second run is the last, so that a task that crashes workers does not run forever. */
const MAX_ATTEMPTS = 2;

/** What a task's caller requires. */
export interface TaskTerms {
  readonly place: UnitPlace;
  /** The only thread in which it may run. `undefined`: any. */
  readonly thread: number | undefined;
  /** The only generation of workers in which it may run. `undefined`: any. */
  readonly generation: number | undefined;
  readonly deadlineMs: number;
  /** Whether running it moves its buffers, so that it cannot be retried. */
  readonly isMoved: boolean;
}

/** A task, from its arrival until it is settled and no thread has it. */
export interface PoolTask {
  readonly id: number;
  readonly terms: TaskTerms;
  readonly cameMs: number;
  /** The thread that runs it. `undefined`: it waits, or was settled while it waited. */
  thread: number | undefined;
  attempts: number;
  hasEmitted: boolean;
  /** Whether its caller has an answer; its thread may still be running it. */
  isSettled: boolean;
}

export interface TaskBoardOptions {
  readonly threads: number;
  readonly tasksPerThread: number;
  readonly lead: boolean;
}

interface LossTerms {
  readonly thread?: number | undefined;
  readonly mayRetry: boolean;
}

/** Which tasks wait, and which thread runs which task. */
export class TaskBoard {
  readonly #options: TaskBoardOptions;
  readonly #queue = createUnitQueue<PoolTask>();
  readonly #tasks = new Map<number, PoolTask>();
  #places;
  #running = 0;

  constructor(options: TaskBoardOptions) {
    this.#options = options;
    this.#places = this.#emptyPlaces();
  }

  /** Number of threads, including the lead. */
  get threads(): number {
    return this.#places.workers;
  }

  get queued(): number {
    return this.#queue.size;
  }

  /** Tasks that occupy a thread, including settled ones. */
  get running(): number {
    return this.#running;
  }

  find(id: number): PoolTask | undefined {
    return this.#tasks.get(id);
  }

  inThreads(): readonly PoolTask[] {
    return [...this.#tasks.values()].filter(({ thread }) => thread !== undefined);
  }

  /** Whether tasks wait that the lead cannot take. */
  needsOthers(): boolean {
    if (this.#queue.size > this.#options.tasksPerThread) return true;
    const places = this.#emptyPlaces({ isLeadAlone: true });
    return this.#queue.some(({ terms }) => places.find(terms.place.lane, terms.thread) === undefined);
  }

  /** Queues a task. @returns the task that it replaced */
  add(id: number, terms: TaskTerms, cameMs: number): PoolTask | undefined {
    const state = { thread: undefined, attempts: 0, hasEmitted: false, isSettled: false };
    const task: PoolTask = { id, terms, cameMs, ...state };
    this.#tasks.set(id, task);
    return this.#queue.push(task, terms.place);
  }

  /** New workers have loaded. The old ones, if any, were removed by {@link TaskBoard.loseAll}. */
  admitWorkers({ isLeadAlone }: { readonly isLeadAlone: boolean }): void {
    this.#places = this.#emptyPlaces({ isLeadAlone });
  }

  admitOthers(): void {
    this.#places.admitOthers();
  }

  /** Assigns the next task to a thread that has room. @returns the task; `undefined`: no waiting task can run now */
  begin(): (PoolTask & { readonly thread: number }) | undefined {
    const threadFor = ({ terms }: PoolTask) => this.#places.find(terms.place.lane, terms.thread);
    const task = this.#queue.take(
      (waiting) => threadFor(waiting) !== undefined,
      (lane) => this.#places.isOpen(lane),
    );
    const thread = task && threadFor(task);
    if (task === undefined || thread === undefined) return undefined;
    this.#places.enter(thread, task.terms.place.lane);
    this.#running += 1;
    task.attempts += 1;
    return Object.assign(task, { thread });
  }

  /** Its thread is free again. */
  leave(task: PoolTask): void {
    if (task.thread === undefined) return;
    this.#places.leave(task.thread, task.terms.place.lane);
    this.#running -= 1;
    task.thread = undefined;
    this.#forget(task);
  }

  /** Its caller has an answer. @returns whether it had none yet */
  settle(task: PoolTask): boolean {
    if (task.isSettled) return false;
    task.isSettled = true;
    this.#queue.remove(task);
    this.#forget(task);
    return true;
  }

  /**
   * All threads are gone. A running task is queued again, ahead of all others in its lane, if it may be retried: its
   * caller has received nothing, its buffers were not moved, it was not retried before, and it is not to blame.
   *
   * @param thread the thread to blame. `undefined`: it is not known
   * @returns the tasks that were running, and those of them that are not retried
   */
  loseAll({ thread: guilty, mayRetry }: LossTerms) {
    const freed = this.inThreads();
    const isSuspect = ({ thread }: PoolTask) =>
      guilty === undefined ? freed.length === 1 : guilty === thread;
    const victims = freed.filter((task) => !mayRetry || isSuspect(task) || !isRepeatable(task));
    for (const task of freed) this.leave(task);
    // In reverse, since each is put before all others.
    for (const task of freed.toReversed()) {
      if (!victims.includes(task)) this.#queue.putBack(task, task.terms.place);
    }
    return { freed, victims };
  }

  /** Waiting tasks that `isMeant` accepts. */
  waiting(isMeant: (task: PoolTask) => boolean = () => true): readonly PoolTask[] {
    return [...this.#tasks.values()].filter((task) => task.thread === undefined && isMeant(task));
  }

  #forget(task: PoolTask): void {
    if (task.isSettled && task.thread === undefined) this.#tasks.delete(task.id);
  }

  #emptyPlaces({ isLeadAlone = false } = {}) {
    const { threads, tasksPerThread, lead } = this.#options;
    return createWorkerPlaces({
      workers: threads,
      unitsPerWorker: tasksPerThread,
      hasLead: lead,
      isLeadAlone,
    });
  }
}

function isRepeatable({ terms, attempts, hasEmitted, isSettled }: PoolTask): boolean {
  const isFresh = !isSettled && !hasEmitted && attempts < MAX_ATTEMPTS;
  return isFresh && !terms.isMoved && terms.generation === undefined;
}
