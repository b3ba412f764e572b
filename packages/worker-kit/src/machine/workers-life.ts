import type { EngineIncident, LoadState } from '@parlance/core/engine';
import { SpeechError, type WireError } from '@parlance/core/errors';
import { transition } from '@parlance/core/platform';
import type { TaskReport, WorkersEvent, WorkersLoss } from '../wire/messages.ts';
import { CrashBreaker, restartDelayMs } from './crash-breaker.ts';
import { LateLoad } from './late-load.ts';
import type { PoolEffect, PoolInput, PoolTimer } from './pool-effects.ts';
import { createPoolErrors, type PoolErrors } from './pool-errors.ts';
import { LOAD_STATES, POOL_MOVES, type PoolEvent, type PoolState } from './pool-state.ts';

export interface WorkersLifeOptions {
  readonly name: string;
  /** When the workers other than the lead load; tasks that the lead cannot take wait for all of them. */
  readonly othersLoad: 'with-lead' | 'after-lead' | 'when-needed';
  readonly loadDeadlineMs: number;
  readonly closeGraceMs: number;
  readonly restart: { readonly minDelayMs: number; readonly maxDelayMs: number };
  readonly breaker: { readonly crashes: number; readonly windowMs: number; readonly cooldownMs: number };
  readonly maxRssBytes: number;
  readonly recycleAfterTasks: number;
  readonly idleUnloadMs: number;
}

/** News of the workers that concern tasks. */
export type WorkersNews =
  /** Tasks may begin. */
  | { readonly type: 'workers-ready'; readonly isLeadAlone: boolean }
  | { readonly type: 'others-ready' }
  /** All running tasks are lost; replacements start automatically. */
  | { readonly type: 'workers-lost'; readonly loss: WorkersLoss }
  /** Idle workers end in order; new ones may follow. */
  | { readonly type: 'workers-retired' }
  /** No waiting task can be served. */
  | { readonly type: 'refused'; readonly error: SpeechError }
  /** Tasks that still run must end now. */
  | { readonly type: 'grace-over' };

export type LifeInput =
  | Exclude<WorkersEvent, TaskReport>
  | Extract<
      PoolInput,
      { type: `${'init' | 'timer' | 'workers'}-${string}` | 'unload-asked' | 'close-asked' }
    >;

/** The state of the tasks that concerns the workers. */
export interface TaskSituation {
  readonly running: number;
  /** Whether a task waits or runs, or the workers are kept loaded. */
  readonly isNeeded: boolean;
  /** Whether tasks wait that the lead cannot take. */
  readonly needsOthers: () => boolean;
}

/** Keeps one set of workers alive: loads it, replaces it when it dies, recycles it, and gives up if it keeps dying. Pure, like {@link PoolMachine}. */
export class WorkersLife {
  readonly #options: WorkersLifeOptions;
  readonly #emit: (effect: PoolEffect | WorkersNews) => void;
  readonly #errors: PoolErrors;
  readonly #breaker: CrashBreaker;
  readonly #lateLoad = new LateLoad();
  #nowMs = 0;
  #state: PoolState = 'cold';
  #hasWorkers = false;
  #isIdleTimed = false;
  #isUnloaded = false;
  #isEnding = false;
  #tasksDone = 0;
  #generation = 0;
  #restarts = 0;
  #rssBytes: number | undefined;

  constructor(options: WorkersLifeOptions, emit: (effect: PoolEffect | WorkersNews) => void) {
    this.#options = options;
    this.#emit = emit;
    this.#errors = createPoolErrors(options.name);
    this.#breaker = new CrashBreaker(options.breaker);
  }

  get generation(): number {
    return this.#generation;
  }

  /** Replacements since the start, including orderly recycling. */
  get restarts(): number {
    return this.#restarts;
  }

  get rssBytes(): number | undefined {
    return this.#rssBytes;
  }

  get loadState(): LoadState {
    const state = LOAD_STATES[this.#state];
    return state === 'loaded' && this.#lateLoad.isLoading ? 'loading-more' : state;
  }

  /** Whether there are loaded workers, including those that are due for recycling. */
  get isLoaded(): boolean {
    return LOAD_STATES[this.#state] === 'loaded';
  }

  /** How many tasks the workers allow at once. */
  get taskLimit(): number {
    if (this.#state !== 'ready') return 0;
    return this.#breaker.state === 'closed' ? Number.POSITIVE_INFINITY : 1;
  }

  /** Why no new tasks are accepted, if so. */
  get refusal(): SpeechError | undefined {
    if (this.#state === 'closing' || this.#state === 'closed') return this.#errors.closing();
    return this.#breaker.state === 'open' ? this.#errors.paused(this.#options.breaker) : undefined;
  }

  /** Why no task can run now although workers have been loaded before, in one line for operators. */
  get problem(): string | undefined {
    if (this.refusal) return this.refusal.message;
    const isReload = this.#state === 'loading' && this.#generation > 0 && !this.#isUnloaded;
    if (!isReload && this.#state !== 'waiting' && this.#state !== 'retiring') return undefined;
    return `${this.#options.name} cannot serve now: its workers ended and are being replaced.`;
  }

  /** How long a task that arrived at `cameMs` has waited for workers other than the lead to load. */
  lateLoadMsSince(cameMs: number): number {
    return this.#lateLoad.durationSince(cameMs, this.#nowMs);
  }

  setTime(nowMs: number): void {
    this.#nowMs = nowMs;
  }

  handle(input: LifeInput, situation: TaskSituation): void {
    switch (input.type) {
      case 'init-found':
        if (this.#state === 'loading') this.#startWorkers(situation.needsOthers());
        break;
      case 'init-failed':
        if (this.#state !== 'loading') break;
        this.#giveUp(input.error);
        // No worker is to blame. If the breaker is open, it has cooled down before this load: the next call may try again.
        this.#breaker.allowProbe();
        break;
      case 'loaded':
        this.#finishLoad();
        break;
      case 'others-loaded':
        this.#finishOthers();
        break;
      case 'load-failed':
        this.#failLoad(this.#loadErrorOf(input.error));
        break;
      case 'lost':
        if (this.#state !== 'loading') this.lose(input.loss);
        else this.#failLoad(this.#errors.notLoaded(`${input.loss.message} ${input.loss.stderrTail}`.trim()));
        break;
      case 'rss':
        this.#rssBytes = input.rssBytes;
        if (input.rssBytes > this.#options.maxRssBytes) this.#drain();
        break;
      case 'workers-gone':
        this.#noteGone(situation);
        break;
      case 'timer-passed':
        this.#takeTime(input.timer);
        break;
      case 'unload-asked':
        if (this.#state === 'ready' && !situation.isNeeded) this.#unload();
        break;
      case 'close-asked':
        this.#close();
        break;
    }
  }

  /** Reacts to the current tasks. Must be called after every input. */
  follow({ running, isNeeded }: TaskSituation): void {
    if (this.#state === 'draining' && running === 0) this.#retire();
    if (this.#state === 'closing' && !this.#isEnding && running === 0) this.#end('retire');
    this.#timeIdleness(isNeeded);
  }

  /** Starts loading unless that has been done or has begun. */
  ensureLoading(): void {
    if (this.#state === 'cold') this.#load();
  }

  /** Loads the workers other than the lead, unless that has been done or has begun. */
  loadOthers(): void {
    if (!this.#lateLoad.begin(this.#nowMs)) return;
    this.#startTimer('others', this.#options.loadDeadlineMs);
    this.#emit({ type: 'load-others' });
  }

  /** A task has ended in its thread. */
  recordTaskEnd(): void {
    this.#tasksDone += 1;
    if (this.#breaker.recordSuccess())
      this.#report('breaker-closed', 'A task ended; calls are served again.');
    if (this.#tasksDone >= this.#options.recycleAfterTasks) this.#drain();
  }

  /** Ends faulty workers, or removes dead ones, and starts new ones. */
  lose(loss: WorkersLoss): void {
    if (!this.#hasWorkers) return;
    this.#stopWorkers('kill');
    this.#generation += 1;
    this.#report(loss.kind, `${loss.message} ${loss.stderrTail}`.trim());
    const isClosing = this.#state === 'closing';
    if (!isClosing) this.#move('lose');
    this.#emit({ type: 'workers-lost', loss });
    if (!isClosing) this.#recover();
  }

  #takeTime(timer: PoolTimer): void {
    const { loadDeadlineMs } = this.#options;
    switch (timer) {
      case 'load':
        this.#failLoad(this.#errors.notLoaded(`it did not load within ${loadDeadlineMs} ms.`));
        break;
      case 'others': {
        const message = `The others did not load within ${loadDeadlineMs} ms.`;
        this.lose({ kind: 'worker-hung', message, stderrTail: '' });
        break;
      }
      case 'restart':
        if (this.#state === 'waiting') this.#load();
        break;
      case 'cool-down':
        this.#breaker.allowProbe();
        break;
      case 'idle':
        this.#isIdleTimed = false;
        this.#unload();
        break;
      case 'grace':
        this.#emit({ type: 'grace-over' });
        this.#end('kill');
        break;
    }
  }

  #load(): void {
    this.#move('load');
    this.#tasksDone = 0;
    this.#rssBytes = undefined;
    this.#emit({ type: 'find-init' });
  }

  #startWorkers(needsOthers: boolean): void {
    const { othersLoad } = this.#options;
    const isLeadFirst = othersLoad === 'after-lead' || (othersLoad === 'when-needed' && !needsOthers);
    this.#lateLoad.reset({ isLeadFirst });
    this.#hasWorkers = true;
    this.#startTimer('load', this.#options.loadDeadlineMs);
    this.#emit({ type: 'start-workers', isLeadFirst });
  }

  #finishLoad(): void {
    this.#stopTimer('load');
    this.#move('loaded');
    this.#breaker.allowProbe();
    if (this.#generation === 0) {
      this.#generation = 1;
    } else if (this.#isUnloaded) {
      this.#isUnloaded = false;
    } else {
      this.#restarts += 1;
      this.#report('worker-restarted', 'The workers were replaced and have loaded.');
    }
    this.#emit({ type: 'workers-ready', isLeadAlone: !this.#lateLoad.isDone });
    if (this.#options.othersLoad === 'after-lead') this.loadOthers();
  }

  #failLoad(error: SpeechError): void {
    this.#stopWorkers('kill');
    if (this.#generation > 0) {
      this.#isUnloaded = false;
      this.#report('worker-died', `A replacement could not load: ${error.message}`);
      this.#move('lose');
      this.#recover();
      return;
    }
    this.#giveUp(error);
    if (this.#recordDeath()) this.#startTimer('cool-down', this.#options.breaker.cooldownMs);
  }

  /** Nothing was ever loaded; callers decide whether to try again. */
  #giveUp(error: SpeechError): void {
    this.#move('give-up');
    this.#emit({ type: 'refused', error });
  }

  /** An error of a worker's own code does not name the engine, so this adds it. */
  #loadErrorOf(error: WireError): SpeechError {
    const isForeign = error.code === 'ENGINE_LOAD_FAILED' && 'causeName' in error.details;
    return isForeign ? this.#errors.notLoaded(error.message) : SpeechError.fromWire(error);
  }

  #finishOthers(): void {
    if (!this.#lateLoad.end(this.#nowMs)) return;
    this.#stopTimer('others');
    this.#emit({ type: 'others-ready' });
  }

  /** Plans the replacement of lost workers. */
  #recover(): void {
    const { breaker, restart } = this.#options;
    const openFor = this.#recordDeath();
    if (openFor) this.#emit({ type: 'refused', error: openFor });
    this.#startTimer('restart', openFor ? breaker.cooldownMs : restartDelayMs(this.#breaker.deaths, restart));
  }

  /** @returns the refusal, if the breaker is open now */
  #recordDeath(): SpeechError | undefined {
    const wasOpen = this.#breaker.state === 'open';
    this.#breaker.recordDeath(this.#nowMs);
    const { refusal } = this;
    if (refusal && !wasOpen) this.#report('breaker-open', refusal.message);
    return refusal;
  }

  /** Recycles workers that have grown or served for long: drains them, ends them, loads new ones. */
  #drain(): void {
    if (this.#state === 'ready') this.#move('drain');
  }

  #retire(): void {
    this.#move('retire');
    this.#generation += 1;
    this.#emit({ type: 'workers-retired' });
    this.#stopWorkers('retire');
  }

  /** Starts or stops the timer after which idle workers are unloaded. */
  #timeIdleness(isNeeded: boolean): void {
    const { idleUnloadMs } = this.#options;
    const isIdle = this.#state === 'ready' && !isNeeded && idleUnloadMs !== Number.POSITIVE_INFINITY;
    if (isIdle === this.#isIdleTimed) return;
    this.#isIdleTimed = isIdle;
    if (isIdle) this.#startTimer('idle', idleUnloadMs);
    else this.#stopTimer('idle');
  }

  /** Releases the memory of workers that have been idle for long. */
  #unload(): void {
    this.#move('unload');
    this.#generation += 1;
    this.#isUnloaded = true;
    this.#rssBytes = undefined;
    this.#stopWorkers('retire');
  }

  /** Stopped workers have ended. */
  #noteGone({ isNeeded }: TaskSituation): void {
    if (this.#state === 'retiring') this.#load();
    if (this.#state === 'unloading') {
      this.#move('unloaded');
      if (isNeeded) this.#load();
    }
    if (this.#state === 'closing' && this.#isEnding) {
      this.#move('end');
      this.#emit({ type: 'finish-close' });
    }
  }

  /** Refuses everything from now on; running tasks may continue for the grace time. */
  #close(): void {
    const isLoading = this.#state === 'loading';
    this.#move('close');
    if (isLoading) this.#stopWorkers('kill');
    this.#emit({ type: 'refused', error: this.#errors.closing() });
    this.#startTimer('grace', this.#options.closeGraceMs);
  }

  #end(how: 'retire' | 'kill'): void {
    this.#isEnding = true;
    this.#stopTimer('grace');
    this.#stopWorkers(how);
  }

  #stopWorkers(how: 'retire' | 'kill'): void {
    this.#hasWorkers = false;
    this.#stopTimer('load');
    this.#stopTimer('others');
    this.#emit({ type: 'stop-workers', how });
  }

  #move(event: PoolEvent): void {
    this.#state = transition(POOL_MOVES, this.#state, event);
  }

  #startTimer(timer: PoolTimer, afterMs: number): void {
    this.#emit({ type: 'start-timer', timer, afterMs });
  }

  #stopTimer(timer: PoolTimer): void {
    this.#emit({ type: 'stop-timer', timer });
  }

  #report(kind: EngineIncident['kind'], message: string): void {
    this.#emit({ type: 'report', kind, message });
  }
}
