import type { LoadState } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import {
  createUnitQueue,
  createWorkerPlaces,
  type UnitPlace,
  type WorkerPlaces,
} from '@parlance/core/scheduling';
import type { TaskReport } from '../wire/messages.ts';
import { toWireError } from '../wire/wire-error.ts';
import { startDeadline } from './deadline.ts';
import { KeepAlive } from './keep-alive.ts';
import { PendingTask } from './pending-task.ts';
import type { RunOptions, WorkerPool, WorkerPoolStats } from './pool-types.ts';
import { Supervisor, type SupervisorListener, type SupervisorOptions } from './supervisor.ts';
import type { WorkersLoss } from './workers.ts';

export interface SupervisedPoolOptions<Task> extends SupervisorOptions {
  readonly threads: number;
  readonly tasksPerThread: number;
  readonly lead: boolean;
  readonly deadlineMs: (task: Task) => number;
  readonly closeGraceMs: number;
  /** Buffers named in `transfer` leave the caller then. */
  readonly isInProcess: boolean;
}

interface RunningTask<Task, Result, Chunk> {
  readonly pending: PendingTask<Task, Result, Chunk>;
  readonly thread: number;
  readonly cancelDeadline: () => void;
}

/** The tasks' side of a pool: who waits, who runs where and for how long, and what becomes of them when workers die. */
export class SupervisedPool<Task, Result, Chunk>
  implements WorkerPool<Task, Result, Chunk>, SupervisorListener
{
  readonly #options: SupervisedPoolOptions<Task>;
  readonly #supervisor: Supervisor;
  readonly #keepAlive = new KeepAlive();
  readonly #queue = createUnitQueue<PendingTask<Task, Result, Chunk>>();
  readonly #running = new Map<number, RunningTask<Task, Result, Chunk>>();
  readonly #warmWaiters = new Set<PromiseWithResolvers<void>>();
  #places: WorkerPlaces;
  #lastTaskId = 0;
  #holders = 0;
  #closing: Promise<void> | undefined;
  #onIdle: () => void = () => {};

  constructor(options: SupervisedPoolOptions<Task>) {
    this.#options = options;
    this.#places = this.#emptyPlaces();
    this.#supervisor = new Supervisor(options, this);
  }

  get isInProcess(): boolean {
    return this.#options.isInProcess;
  }

  get threads(): number {
    return this.#places.workers;
  }

  get loadState(): LoadState {
    return this.#supervisor.loadState;
  }

  get generation(): number {
    return this.#supervisor.generation;
  }

  stats(): WorkerPoolStats {
    const { restarts, rssBytes } = this.#supervisor;
    const counts = { queued: this.#queue.size, running: this.#running.size, restarts };
    return rssBytes === undefined ? counts : { ...counts, rssBytes };
  }

  problem(): string | undefined {
    return this.#supervisor.problem;
  }

  async warm(): Promise<void> {
    if (this.#supervisor.refusal) throw this.#supervisor.refusal;
    if (this.#supervisor.loadState === 'loaded') return;
    const waiter = Promise.withResolvers<void>();
    this.#warmWaiters.add(waiter);
    this.#keepAlive.hold();
    this.#supervisor.ensureLoading();
    await waiter.promise.finally(() => this.#keepAlive.release());
  }

  async run(task: Task, run: RunOptions<Chunk> = {}): Promise<Result> {
    this.#admit(run);
    const pending = new PendingTask<Task, Result, Chunk>({
      task,
      run,
      deadlineMs: this.#options.deadlineMs(task),
      isMoved: this.isInProcess && (run.transfer?.length ?? 0) > 0,
      onAbort: () => this.#abort(pending),
      onSettle: () => {
        this.#keepAlive.release();
        this.#noteNeed();
      },
    });
    this.#keepAlive.hold();
    this.#supervisor.setNeeded(true);
    this.#queue.push(pending, placeOf(run))?.reject(supersededError());
    this.#supervisor.ensureLoading();
    this.#handOut();
    return pending.promise;
  }

  keepLoaded(): () => void {
    this.#holders += 1;
    this.#supervisor.setNeeded(true);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#holders -= 1;
      this.#noteNeed();
    };
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  runningTasks(): number {
    return this.#running.size;
  }

  needsOthers(): boolean {
    if (this.#queue.size > this.#options.tasksPerThread) return true;
    const places = this.#emptyPlaces({ isLeadAlone: true });
    return this.#queue.some(({ run }) => places.find(placeOf(run).lane, run.thread) === undefined);
  }

  onReady(): void {
    this.#places = this.#emptyPlaces({ isLeadAlone: this.#supervisor.isLeadAlone });
    for (const waiter of this.#takeWarmWaiters()) waiter.resolve();
    this.#handOut();
    this.#noteNeed();
  }

  onOthersReady(): void {
    this.#places.admitOthers();
    this.#handOut();
  }

  onUnloaded(): void {
    if (this.#isNeeded || this.#warmWaiters.size > 0) this.#supervisor.ensureLoading();
  }

  onRefuse(error: SpeechError): void {
    for (const waiter of this.#takeWarmWaiters()) waiter.reject(error);
    for (const pending of this.#queue.drain(() => true)) pending.reject(error);
  }

  onTaskReport(report: TaskReport): void {
    const running = this.#running.get(report.taskId);
    if (!running) return;
    const { pending } = running;
    if (report.type === 'chunk') {
      this.#passChunk(report.taskId, pending, report.chunk);
      return;
    }
    this.#free(report.taskId);
    if (report.type === 'result') pending.resolve(report.result);
    if (report.type === 'error') pending.reject(SpeechError.fromWire(report.error));
    this.#supervisor.recordTaskEnd();
    this.#handOut();
  }

  onLost(loss: WorkersLoss): void {
    const lost = [...this.#running.values()];
    for (const taskId of [...this.#running.keys()]) this.#free(taskId);
    this.#places = this.#emptyPlaces();
    // Last first, as each is put before all others.
    for (const { pending, thread } of lost.reverse()) {
      const isSuspect = loss.thread === undefined ? lost.length === 1 : loss.thread === thread;
      const isRetried = !isSuspect && pending.isRepeatable && !this.#supervisor.refusal;
      if (isRetried) this.#queue.putBack(pending, placeOf(pending.run));
      if (!isRetried) pending.reject(this.#crashError(loss.message));
    }
    for (const pending of this.#queue.drain(({ run }) => this.#isStale(run))) {
      pending.reject(this.#crashError('The workers that it belonged to are gone.'));
    }
  }

  #admit(run: RunOptions<Chunk>): void {
    const { name } = this.#options;
    const { threads } = this;
    if (run.signal?.aborted) throw SpeechError.aborted(run.signal);
    if (this.#supervisor.refusal) throw this.#supervisor.refusal;
    if (this.#isStale(run)) throw this.#crashError('The workers that it belonged to are gone.');
    const { thread = 0 } = run;
    if (Number.isInteger(thread) && thread >= 0 && thread < threads) return;
    throw new SpeechError('INVALID_INPUT', `Thread is ${thread}; ${name} has ${threads} threads.`, {
      pool: name,
    });
  }

  #isStale(run: RunOptions<Chunk>): boolean {
    return run.generation !== undefined && run.generation !== this.#supervisor.generation;
  }

  #handOut(): void {
    while (this.#running.size < this.#supervisor.taskLimit) {
      const pending = this.#queue.take(
        ({ run }) => this.#findThread(run) !== undefined,
        (lane) => this.#places.isOpen(lane),
      );
      if (!pending) {
        // Whatever waits now waits for a worker: for one that is busy, or that is not there yet.
        if (this.#queue.size > 0) this.#supervisor.loadOthers();
        return;
      }
      this.#start(pending, this.#findThread(pending.run) ?? 0);
    }
  }

  get #isNeeded(): boolean {
    return this.#queue.size > 0 || this.#running.size > 0 || this.#holders > 0;
  }

  #noteNeed(): void {
    if (!this.#isNeeded) this.#supervisor.setNeeded(false);
  }

  #emptyPlaces({ isLeadAlone = false } = {}): WorkerPlaces {
    const { threads, tasksPerThread, lead } = this.#options;
    return createWorkerPlaces({
      workers: threads,
      unitsPerWorker: tasksPerThread,
      hasLead: lead,
      isLeadAlone,
    });
  }

  #findThread(run: RunOptions<Chunk>): number | undefined {
    return this.#places.find(placeOf(run).lane, run.thread);
  }

  #start(pending: PendingTask<Task, Result, Chunk>, thread: number): void {
    this.#lastTaskId += 1;
    const taskId = this.#lastTaskId;
    const cancelDeadline = startDeadline(pending.deadlineMs, () => this.#expire(taskId));
    this.#running.set(taskId, { pending, thread, cancelDeadline });
    this.#places.enter(thread, placeOf(pending.run).lane);
    pending.beginAttempt();
    pending.run.onStart?.();
    try {
      this.#supervisor.run(taskId, thread, pending.task, pending.run.transfer ?? []);
    } catch (error) {
      this.#free(taskId);
      pending.reject(SpeechError.fromWire(toWireError(error, 'INVALID_INPUT')));
    }
  }

  #free(taskId: number): void {
    const running = this.#running.get(taskId);
    if (!running) return;
    running.cancelDeadline();
    this.#running.delete(taskId);
    this.#places.leave(running.thread, placeOf(running.pending.run).lane);
    running.pending.run.onEnd?.();
    if (this.#running.size === 0) this.#onIdle();
    this.#noteNeed();
  }

  #passChunk(taskId: number, pending: PendingTask<Task, Result, Chunk>, chunk: unknown): void {
    try {
      pending.emit(chunk);
    } catch (error) {
      pending.reject(error);
      this.#supervisor.cancel(taskId);
    }
  }

  #abort(pending: PendingTask<Task, Result, Chunk>): void {
    pending.rejectAborted();
    if (this.#queue.remove(pending)) return;
    for (const [taskId, running] of this.#running) {
      if (running.pending === pending) this.#supervisor.cancel(taskId);
    }
  }

  #expire(taskId: number): void {
    const running = this.#running.get(taskId);
    if (!running) return;
    const { pending, thread } = running;
    const { name } = this.#options;
    const message = `A task ran for more than its ${pending.deadlineMs} ms.`;
    pending.reject(new SpeechError('ENGINE_TIMEOUT', `${name}: ${message}`, { pool: name }));
    this.#supervisor.lose({ kind: 'worker-hung', message, stderrTail: '', thread });
  }

  #crashError(message: string): SpeechError {
    const { name } = this.#options;
    return new SpeechError('ENGINE_CRASHED', `${name}: the task was lost. ${message}`, { pool: name });
  }

  #takeWarmWaiters(): PromiseWithResolvers<void>[] {
    const waiters = [...this.#warmWaiters];
    this.#warmWaiters.clear();
    return waiters;
  }

  async #close(): Promise<void> {
    this.#keepAlive.hold();
    this.#supervisor.beginClose();
    await this.#idleWithin(this.#options.closeGraceMs);
    const isIdle = this.#running.size === 0;
    const error = this.#supervisor.refusal;
    for (const [taskId, { pending }] of this.#running) {
      this.#free(taskId);
      pending.reject(error);
    }
    await this.#supervisor.end(isIdle);
    this.#keepAlive.release();
  }

  #idleWithin(limitMs: number): Promise<void> {
    if (this.#running.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = startDeadline(limitMs, resolve);
      this.#onIdle = () => {
        cancel();
        resolve();
      };
    });
  }
}

function placeOf({ lane = 'first', turn, latestOf }: Partial<UnitPlace>): UnitPlace {
  return { lane, turn, latestOf };
}

function supersededError(): SpeechError {
  return new SpeechError('ABORTED', 'A newer task of the same series replaced it.');
}
