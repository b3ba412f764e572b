import { performance } from 'node:perf_hooks';
import type { EngineIncident, LoadState } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { startDeadline } from '../deadline.ts';
import type { PoolEffect, PoolInput, PoolTimer } from '../machine/pool-effects.ts';
import { createPoolErrors } from '../machine/pool-errors.ts';
import { PoolMachine, type PoolMachineOptions } from '../machine/pool-machine.ts';
import type { StartWorkers, Workers } from '../transports/workers.ts';
import { toWireError } from '../wire/wire-error.ts';
import { KeepAlive } from './keep-alive.ts';
import type { RunOptions, WorkerPool, WorkerPoolStats } from './pool-types.ts';

/** Idle workers release their models within this time. */
const RETIRE_MS = 2000;

export interface SupervisedPoolOptions<Task> extends PoolMachineOptions {
  readonly deadlineMs: (task: Task) => number;
  /** Finds out what the workers load. Returns `undefined` if that is known. */
  readonly findInit: (signal: AbortSignal) => Promise<void> | undefined;
  readonly startWorkers: StartWorkers;
  readonly onIncident: (incident: EngineIncident) => void;
  /** Whether buffers named in `transfer` are moved. */
  readonly isInProcess: boolean;
}

/** One call of `run()`, until it is settled and no thread has its task. */
interface Call<Task, Result, Chunk> {
  readonly task: Task;
  readonly run: RunOptions<Chunk>;
  readonly settlers: PromiseWithResolvers<Result>;
  readonly onAbort: () => void;
  /** Only while a thread has its task. */
  cancelDeadline?: (() => void) | undefined;
  isSettled: boolean;
}

type RunTask = Extract<PoolEffect, { readonly type: 'run-task' }>;

/** A pool that carries out the decisions of {@link PoolMachine}: it has the callers' promises, the timers and the workers, and reports what happens to them. */
export class SupervisedPool<Task, Result, Chunk> implements WorkerPool<Task, Result, Chunk> {
  readonly #options: SupervisedPoolOptions<Task>;
  readonly #machine: PoolMachine;
  readonly #effects: PoolEffect[] = [];
  readonly #keepAlive = new KeepAlive();
  readonly #calls = new Map<number, Call<Task, Result, Chunk>>();
  readonly #warmWaiters = new Set<PromiseWithResolvers<void>>();
  readonly #timers = new Map<PoolTimer, () => void>();
  readonly #stopping = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  readonly #closed = Promise.withResolvers<void>();
  #workers: Workers | undefined;
  #lastTaskId = 0;
  #isPerforming = false;

  constructor(options: SupervisedPoolOptions<Task>) {
    this.#options = options;
    this.#machine = new PoolMachine(options);
  }

  get isInProcess(): boolean {
    return this.#options.isInProcess;
  }

  get threads(): number {
    return this.#machine.threads;
  }

  get loadState(): LoadState {
    return this.#machine.loadState;
  }

  get generation(): number {
    return this.#machine.generation;
  }

  stats(): WorkerPoolStats {
    const { rssBytes, ...counts } = this.#machine.figures;
    return rssBytes === undefined ? counts : { ...counts, rssBytes };
  }

  problem(): string | undefined {
    return this.#machine.problem;
  }

  async warm(): Promise<void> {
    const waiter = Promise.withResolvers<void>();
    this.#warmWaiters.add(waiter);
    this.#keepAlive.hold();
    this.#tell({ type: 'warm-asked' });
    await waiter.promise.finally(() => this.#keepAlive.release());
  }

  async run(task: Task, run: RunOptions<Chunk> = {}): Promise<Result> {
    const { signal, lane = 'first', turn, latestOf, thread, generation, transfer = [] } = run;
    if (signal?.aborted) throw SpeechError.aborted(signal);
    this.#lastTaskId += 1;
    const taskId = this.#lastTaskId;
    const settlers = Promise.withResolvers<Result>();
    const deadlineMs = this.#options.deadlineMs(task);
    const onAbort = () => this.#tell({ type: 'task-abandoned', taskId, error: SpeechError.aborted(signal) });
    signal?.addEventListener('abort', onAbort);
    this.#calls.set(taskId, { task, run, settlers, onAbort, isSettled: false });
    this.#keepAlive.hold();
    const isMoved = this.isInProcess && transfer.length > 0;
    const terms = { place: { lane, turn, latestOf }, thread, generation, deadlineMs, isMoved };
    this.#tell({ type: 'task-came', taskId, terms });
    return settlers.promise;
  }

  keepLoaded(): () => void {
    this.#tell({ type: 'held', by: 1 });
    let isHeld = true;
    return () => {
      if (isHeld) this.#tell({ type: 'held', by: -1 });
      isHeld = false;
    };
  }

  async unload(): Promise<void> {
    this.#tell({ type: 'unload-asked' });
    await Promise.all(this.#stopping);
  }

  close(): Promise<void> {
    if (!this.#closing.signal.aborted) {
      this.#keepAlive.hold();
      this.#closing.abort(createPoolErrors(this.#options.name).closing());
      this.#tell({ type: 'close-asked' });
    }
    return this.#closed.promise;
  }

  /** Inputs that an effect causes at once, such as by a caller's `onEnd`, have their effects after those decided before. */
  #tell(input: PoolInput): void {
    this.#effects.push(...this.#machine.handle(input, performance.now()));
    if (this.#isPerforming) return;
    this.#isPerforming = true;
    try {
      for (let effect = this.#effects.shift(); effect; effect = this.#effects.shift()) this.#perform(effect);
    } finally {
      this.#isPerforming = false;
    }
  }

  #perform(effect: PoolEffect): void {
    switch (effect.type) {
      case 'find-init':
        this.#findInit();
        break;
      case 'start-workers':
        this.#startWorkers(effect.isLeadFirst);
        break;
      case 'load-others':
        this.#workers?.loadOthers();
        break;
      case 'stop-workers':
        this.#stopWorkers(effect.how);
        break;
      case 'start-timer':
        this.#startTimer(effect.timer, effect.afterMs);
        break;
      case 'stop-timer':
        this.#timers.get(effect.timer)?.();
        break;
      case 'resolve-warm':
        this.#endWaiting(({ resolve }) => resolve());
        break;
      case 'reject-warm':
        this.#endWaiting(({ reject }) => reject(effect.error));
        break;
      case 'report':
        this.#report(effect.kind, effect.message);
        break;
      case 'finish-close':
        for (const cancel of this.#timers.values()) cancel();
        this.#keepAlive.release();
        this.#closed.resolve();
        break;
      default:
        this.#performOnTask(effect);
    }
  }

  #performOnTask(effect: Extract<PoolEffect, { readonly taskId: number }>): void {
    const { taskId } = effect;
    const call = this.#calls.get(taskId);
    if (!call) return;
    switch (effect.type) {
      case 'tell-load-wait':
        call.run.onLoad?.(effect.waitedMs);
        break;
      case 'run-task':
        this.#runTask(effect, call);
        break;
      case 'cancel-task':
        this.#workers?.cancel(taskId);
        break;
      case 'free-task':
        call.cancelDeadline?.();
        call.cancelDeadline = undefined;
        call.run.onEnd?.();
        break;
      case 'pass-chunk':
        this.#passChunk(taskId, effect.chunk, call);
        break;
      case 'resolve-task':
        this.#settle(call);
        call.settlers.resolve(effect.result as Result);
        break;
      case 'reject-task':
        this.#settle(call);
        call.settlers.reject(effect.error);
        break;
    }
    if (call.isSettled && call.cancelDeadline === undefined) this.#calls.delete(taskId);
  }

  #runTask({ taskId, thread, deadlineMs }: RunTask, call: Call<Task, Result, Chunk>): void {
    const { task, run } = call;
    call.cancelDeadline = startDeadline(deadlineMs, () => this.#tell({ type: 'task-expired', taskId }));
    run.onStart?.();
    try {
      this.#workers?.run(taskId, thread, task, run.transfer ?? []);
    } catch (thrown) {
      const error = SpeechError.fromWire(toWireError(thrown, 'INVALID_INPUT'));
      this.#tell({ type: 'task-unsent', taskId, error });
    }
  }

  #passChunk(taskId: number, chunk: unknown, { run }: Call<Task, Result, Chunk>): void {
    try {
      run.onChunk?.(chunk as Chunk);
    } catch (error) {
      this.#tell({ type: 'task-abandoned', taskId, error });
    }
  }

  #settle(call: Call<Task, Result, Chunk>): void {
    call.isSettled = true;
    call.run.signal?.removeEventListener('abort', call.onAbort);
    this.#keepAlive.release();
  }

  #findInit(): void {
    const found = () => this.#tell({ type: 'init-found' });
    const finding = this.#options.findInit(this.#closing.signal);
    const failed = (reason: unknown) => this.#tell({ type: 'init-failed', error: SpeechError.from(reason) });
    if (finding === undefined) found();
    else finding.then(found, failed);
  }

  #startWorkers(isLeadFirst: boolean): void {
    try {
      this.#workers = this.#options.startWorkers({ isLeadFirst, onEvent: (event) => this.#tell(event) });
    } catch (error) {
      this.#tell({ type: 'load-failed', error: toWireError(error, 'ENGINE_LOAD_FAILED') });
    }
  }

  #stopWorkers(how: 'retire' | 'kill'): void {
    const workers = this.#workers;
    this.#workers = undefined;
    const end = () => {
      this.#stopping.delete(stopping);
      if (this.#stopping.size === 0) this.#tell({ type: 'workers-gone' });
    };
    const stopping: Promise<void> = Promise.resolve(
      how === 'retire' ? workers?.retire(RETIRE_MS) : workers?.kill(),
    ).then(end, end);
    this.#stopping.add(stopping);
  }

  #startTimer(timer: PoolTimer, afterMs: number): void {
    this.#timers.get(timer)?.();
    this.#timers.set(
      timer,
      startDeadline(afterMs, () => this.#tell({ type: 'timer-passed', timer })),
    );
  }

  #endWaiting(end: (waiter: PromiseWithResolvers<void>) => void): void {
    const waiters = [...this.#warmWaiters];
    this.#warmWaiters.clear();
    waiters.forEach(end);
  }

  #report(kind: EngineIncident['kind'], message: string): void {
    try {
      this.#options.onIncident({ engine: this.#options.name, kind, message });
    } catch {
      // An error of a listener does not affect the pool.
    }
  }
}
