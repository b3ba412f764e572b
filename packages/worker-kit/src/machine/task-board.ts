import { createUnitQueue, createWorkerPlaces, type UnitPlace } from '@parlance/core/scheduling';

/** A second run is the last: a task that kills its workers must not go round. */
const MAX_ATTEMPTS = 2;

/** What the caller of a task asks for. */
export interface TaskTerms {
  readonly place: UnitPlace;
  /** The only thread that it may run in. `undefined`: any. */
  readonly thread: number | undefined;
  /** The only generation of workers that it may run in. `undefined`: any. */
  readonly generation: number | undefined;
  readonly deadlineMs: number;
  /** Whether a run consumes the task because its buffers are moved. */
  readonly isMoved: boolean;
}

/** A task from when it came until it is settled and no thread has it. */
export interface PoolTask {
  readonly id: number;
  readonly terms: TaskTerms;
  readonly cameMs: number;
  /** The thread that has it. `undefined`: it waits, or was settled while it waited. */
  thread: number | undefined;
  attempts: number;
  hasEmitted: boolean;
  /** Whether its caller has an answer; its thread may have it for long after that. */
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
  /** Whether a task belonged to these workers alone. */
  readonly isStale: (task: PoolTask) => boolean;
}

/** Which tasks wait, and which thread has which. */
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

  /** The lead included. */
  get threads(): number {
    return this.#places.workers;
  }

  get queued(): number {
    return this.#queue.size;
  }

  /** Tasks that occupy a thread, settled ones included. */
  get running(): number {
    return this.#running;
  }

  find(id: number): PoolTask | undefined {
    return this.#tasks.get(id);
  }

  inThreads(): readonly PoolTask[] {
    return [...this.#tasks.values()].filter(({ thread }) => thread !== undefined);
  }

  /** Whether more waits than the lead can begin with. */
  needsOthers(): boolean {
    if (this.#queue.size > this.#options.tasksPerThread) return true;
    const places = this.#emptyPlaces({ isLeadAlone: true });
    return this.#queue.some(({ terms }) => places.find(terms.place.lane, terms.thread) === undefined);
  }

  /** Queues a task. @returns the task whose place it took */
  add(id: number, terms: TaskTerms, cameMs: number): PoolTask | undefined {
    const state = { thread: undefined, attempts: 0, hasEmitted: false, isSettled: false };
    const task: PoolTask = { id, terms, cameMs, ...state };
    this.#tasks.set(id, task);
    return this.#queue.push(task, terms.place);
  }

  /** New workers have loaded; the old ones, if any, were left by {@link TaskBoard.loseAll}. */
  admitWorkers({ isLeadAlone }: { readonly isLeadAlone: boolean }): void {
    this.#places = this.#emptyPlaces({ isLeadAlone });
  }

  admitOthers(): void {
    this.#places.admitOthers();
  }

  /** Gives a thread that has room the task whose turn it is. @returns the task; `undefined`: none that waits can run now */
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
   * All threads are gone. A task that had one waits again, ahead of all in its lane, if it may be retried and another run could do no harm: its
   * caller has seen nothing, and it is whole, no repeated victim and not to blame.
   *
   * @param thread that is to blame. `undefined`: it is not known
   * @returns those that had a thread, those of them that are not retried, and those that waited for these workers alone
   */
  loseAll({ thread: guilty, mayRetry, isStale }: LossTerms) {
    const freed = this.inThreads();
    const isSuspect = ({ thread }: PoolTask) =>
      guilty === undefined ? freed.length === 1 : guilty === thread;
    const victims = freed.filter((task) => !mayRetry || isSuspect(task) || !isRepeatable(task));
    for (const task of freed) this.leave(task);
    // Last first, as each is put before all others.
    for (const task of freed.toReversed()) {
      if (!victims.includes(task)) this.#queue.putBack(task, task.terms.place);
    }
    return { freed, victims, stale: this.waiting(isStale) };
  }

  /** Those that wait and are meant. */
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
