import type { LoadState } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import type { TaskReport, WorkersLoss } from '../wire/messages.ts';
import type { PoolEffect, PoolInput } from './pool-effects.ts';
import { createPoolErrors, type PoolErrors } from './pool-errors.ts';
import { type PoolTask, TaskBoard, type TaskBoardOptions, type TaskTerms } from './task-board.ts';
import {
  type TaskSituation,
  WorkersLife,
  type WorkersLifeOptions,
  type WorkersNews,
} from './workers-life.ts';

const GONE = 'The workers that it belonged to are gone.';

export interface PoolMachineOptions extends TaskBoardOptions, WorkersLifeOptions {}

/**
 * Decides everything that a pool does: which task runs where and how it ends, and through {@link WorkersLife} when workers start and end. It has no timer,
 * thread or process: it receives what happened and returns what is to be done, in order, so every decision can be tested without one.
 */
export class PoolMachine {
  readonly #errors: PoolErrors;
  readonly #board: TaskBoard;
  readonly #life: WorkersLife;
  #effects: PoolEffect[] = [];
  #nowMs = 0;
  #holders = 0;
  #isWarmAwaited = false;

  constructor(options: PoolMachineOptions) {
    this.#errors = createPoolErrors(options.name);
    this.#board = new TaskBoard(options);
    this.#life = new WorkersLife(options, (effect) => this.#follow(effect));
  }

  get threads(): number {
    return this.#board.threads;
  }

  get generation(): number {
    return this.#life.generation;
  }

  get loadState(): LoadState {
    return this.#life.loadState;
  }

  get problem(): string | undefined {
    return this.#life.problem;
  }

  get figures() {
    const { queued, running } = this.#board;
    const { restarts, rssBytes } = this.#life;
    return { queued, running, restarts, rssBytes };
  }

  /**
   * @param nowMs of a monotonic clock
   * @returns what is to be done now, in this order
   */
  handle(input: PoolInput, nowMs: number): readonly PoolEffect[] {
    this.#nowMs = nowMs;
    this.#life.setTime(nowMs);
    this.#effects = [];
    this.#take(input);
    // There are many chunks, and they free no thread.
    if (input.type === 'chunk') return this.#effects;
    this.#handOut();
    this.#life.follow(this.#situation());
    return this.#effects;
  }

  #take(input: PoolInput): void {
    switch (input.type) {
      case 'task-came':
        this.#admit(input.taskId, input.terms);
        break;
      case 'task-abandoned':
        this.#abandon(input.taskId, input.error);
        break;
      case 'task-unsent':
        this.#dropUnsent(input.taskId, input.error);
        break;
      case 'task-expired':
        this.#expire(input.taskId);
        break;
      case 'chunk':
        this.#passChunk(input.taskId, input.chunk);
        break;
      case 'result':
      case 'error':
        this.#endTask(input);
        break;
      case 'warm-asked':
        this.#warm();
        break;
      case 'held':
        this.#holders += input.by;
        break;
      default:
        this.#life.handle(input, this.#situation());
    }
  }

  /** Handles an output of {@link WorkersLife}: an effect, or news for the tasks. */
  #follow(effect: PoolEffect | WorkersNews): void {
    switch (effect.type) {
      case 'workers-ready':
        this.#board.admitWorkers(effect);
        this.#isWarmAwaited = false;
        this.#effects.push({ type: 'resolve-warm' });
        break;
      case 'others-ready':
        this.#board.admitOthers();
        break;
      case 'workers-lost':
        this.#loseTasks(effect.loss);
        this.#rejectStale();
        break;
      case 'workers-retired':
        this.#rejectStale();
        break;
      case 'refused':
        this.#isWarmAwaited = false;
        this.#effects.push({ type: 'reject-warm', error: effect.error });
        for (const task of this.#board.waiting()) this.#reject(task, effect.error);
        break;
      case 'grace-over':
        for (const task of this.#board.inThreads()) {
          this.#free(task);
          this.#reject(task, this.#errors.closing());
        }
        break;
      default:
        this.#effects.push(effect);
    }
  }

  #situation(): TaskSituation {
    const { queued, running } = this.#board;
    return {
      running,
      isNeeded: queued > 0 || running > 0 || this.#holders > 0 || this.#isWarmAwaited,
      needsOthers: () => this.#board.needsOthers(),
    };
  }

  #admit(taskId: number, terms: TaskTerms): void {
    const error = this.#life.refusal ?? this.#misfitOf(terms);
    if (error) {
      this.#effects.push({ type: 'reject-task', taskId, error });
      return;
    }
    const replaced = this.#board.add(taskId, terms, this.#nowMs);
    if (replaced) this.#reject(replaced, this.#errors.superseded());
    this.#life.ensureLoading();
  }

  /** Why a task can never run in any thread, if it can't. */
  #misfitOf({ thread = 0, generation }: TaskTerms): SpeechError | undefined {
    const { threads } = this.#board;
    if (this.#isStale(generation)) return this.#errors.lost(GONE);
    if (Number.isInteger(thread) && thread >= 0 && thread < threads) return undefined;
    return this.#errors.noThread(thread, threads);
  }

  #isStale(generation: number | undefined): boolean {
    return generation !== undefined && generation !== this.#life.generation;
  }

  #abandon(taskId: number, error: unknown): void {
    const task = this.#board.find(taskId);
    if (!task) return;
    if (task.thread !== undefined) this.#effects.push({ type: 'cancel-task', taskId });
    this.#reject(task, error);
  }

  #expire(taskId: number): void {
    const task = this.#board.find(taskId);
    if (task?.thread === undefined) return;
    const { thread, terms } = task;
    const message = `A task ran for more than its ${terms.deadlineMs} ms.`;
    this.#reject(task, this.#errors.late(message));
    this.#life.lose({ kind: 'worker-hung', message, stderrTail: '', thread });
  }

  #passChunk(taskId: number, chunk: unknown): void {
    const task = this.#board.find(taskId);
    if (task === undefined) return;
    task.hasEmitted = true;
    if (!task.isSettled) this.#effects.push({ type: 'pass-chunk', taskId, chunk });
  }

  #endTask(report: Exclude<TaskReport, { type: 'chunk' }>): void {
    const { taskId } = report;
    const task = this.#board.find(taskId);
    if (task?.thread === undefined) return;
    this.#free(task);
    if (report.type === 'error') this.#reject(task, SpeechError.fromWire(report.error));
    else if (this.#board.settle(task))
      this.#effects.push({ type: 'resolve-task', taskId, result: report.result });
    this.#life.recordTaskEnd();
  }

  #dropUnsent(taskId: number, error: SpeechError): void {
    const task = this.#board.find(taskId);
    if (!task) return;
    this.#free(task);
    this.#reject(task, error);
  }

  #handOut(): void {
    while (this.#board.running < this.#life.taskLimit) {
      const task = this.#board.begin();
      if (!task) {
        // Tasks that wait now wait for a worker that is busy or not loaded yet.
        if (this.#board.queued > 0) this.#life.loadOthers();
        return;
      }
      const { id: taskId, thread, cameMs, terms } = task;
      const waitedMs = this.#life.lateLoadMsSince(cameMs);
      if (waitedMs > 0) this.#effects.push({ type: 'tell-load-wait', taskId, waitedMs });
      this.#effects.push({ type: 'run-task', taskId, thread, deadlineMs: terms.deadlineMs });
    }
  }

  #loseTasks(loss: WorkersLoss): void {
    const mayRetry = this.#life.refusal === undefined;
    const { freed, victims } = this.#board.loseAll({ ...loss, mayRetry });
    for (const task of freed) this.#effects.push({ type: 'free-task', taskId: task.id });
    for (const task of victims) this.#reject(task, this.#errors.lost(loss.message));
  }

  /** Ends what waits for workers that are gone. */
  #rejectStale(): void {
    const isStale = ({ terms }: PoolTask) => this.#isStale(terms.generation);
    for (const task of this.#board.waiting(isStale)) this.#reject(task, this.#errors.lost(GONE));
  }

  #free(task: PoolTask): void {
    this.#board.leave(task);
    this.#effects.push({ type: 'free-task', taskId: task.id });
  }

  #reject(task: PoolTask, error: unknown): void {
    if (this.#board.settle(task)) this.#effects.push({ type: 'reject-task', taskId: task.id, error });
  }

  #warm(): void {
    const { refusal, isLoaded } = this.#life;
    if (refusal) this.#effects.push({ type: 'reject-warm', error: refusal });
    else if (isLoaded) this.#effects.push({ type: 'resolve-warm' });
    else {
      this.#isWarmAwaited = true;
      this.#life.ensureLoading();
    }
  }
}
