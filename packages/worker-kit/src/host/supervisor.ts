import { performance } from 'node:perf_hooks';
import type { EngineIncident, LoadState } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { transition } from '@parlance/core/platform';
import type { TaskReport } from '../wire/messages.ts';
import { toWireError } from '../wire/wire-error.ts';
import { CrashBreaker, restartDelayMs } from './crash-breaker.ts';
import { startDeadline } from './deadline.ts';
import { LOAD_STATES, POOL_MOVES, type PoolEvent, type PoolState } from './pool-state.ts';
import type { StartWorkers, Workers, WorkersEvent, WorkersLoss } from './workers.ts';

/** Idle workers release their models within this time. */
const RETIRE_MS = 2000;

export interface SupervisorOptions {
  readonly name: string;
  /** Finds out what the workers load. `undefined`: that is known. */
  readonly findInit: (signal: AbortSignal) => Promise<void> | undefined;
  readonly startWorkers: StartWorkers;
  /** Whether the lead may load alone, and the others when a task needs one. */
  readonly loadsOthersLater: boolean;
  readonly loadDeadlineMs: number;
  readonly restart: { readonly minDelayMs: number; readonly maxDelayMs: number };
  readonly breaker: { readonly crashes: number; readonly windowMs: number; readonly cooldownMs: number };
  readonly maxRssBytes: number;
  readonly recycleAfterTasks: number;
  readonly idleUnloadMs: number;
  readonly onIncident: (incident: EngineIncident) => void;
}

/** What the pool, which holds the tasks, is told. */
export interface SupervisorListener {
  /** Tasks that occupy a thread now. */
  runningTasks(): number;
  /** Whether more waits than the lead can begin with. */
  needsOthers(): boolean;
  /** Tasks may be handed out. */
  onReady(): void;
  /** All workers have loaded, not the lead alone. */
  onOthersReady(): void;
  onTaskReport(report: TaskReport): void;
  /** All tasks in the workers are lost; replacements follow by themselves. */
  onLost(loss: WorkersLoss): void;
  /** The workers are gone because nobody needed them; whoever needs them now has to ask again. */
  onUnloaded(): void;
  /** Nothing that waits can be served. */
  onRefuse(error: SpeechError): void;
}

/** Keeps one set of workers alive: loads it, replaces it when it dies, recycles it, and gives up when it keeps dying. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #listener: SupervisorListener;
  readonly #breaker: CrashBreaker;
  /** Ends of former workers, which `end` waits for. */
  readonly #endings = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  #state: PoolState = 'cold';
  #workers: Workers | undefined;
  #cancelTimer: () => void = () => {};
  #cancelIdle: () => void = () => {};
  /** Of the workers that there are. */
  #others: 'absent' | 'loading' | 'loaded' = 'absent';
  #cancelOthers: () => void = () => {};
  #isUnloaded = false;
  #tasksDone = 0;
  #generation = 0;
  #restarts = 0;
  #rssBytes: number | undefined;

  constructor(options: SupervisorOptions, listener: SupervisorListener) {
    this.#options = options;
    this.#listener = listener;
    this.#breaker = new CrashBreaker(options.breaker);
  }

  get generation(): number {
    return this.#generation;
  }

  get restarts(): number {
    return this.#restarts;
  }

  get rssBytes(): number | undefined {
    return this.#rssBytes;
  }

  get loadState(): LoadState {
    return LOAD_STATES[this.#state];
  }

  /** How many tasks may run at once as the supervisor sees it. */
  get taskLimit(): number {
    if (this.#state !== 'ready') return 0;
    return this.#breaker.state === 'closed' ? Number.POSITIVE_INFINITY : 1;
  }

  /** Whether only the lead has loaded. */
  get isLeadAlone(): boolean {
    return this.#others !== 'loaded';
  }

  /** Why nothing new is taken on, if so. */
  get refusal(): SpeechError | undefined {
    const { name } = this.#options;
    if (this.#state === 'closing' || this.#state === 'closed') {
      return new SpeechError('SHUTTING_DOWN', `${name} is closing.`, { pool: name });
    }
    if (this.#breaker.state !== 'open') return undefined;
    const { crashes, windowMs } = this.#options.breaker;
    const message = `${name} is paused: its workers died ${crashes} times within ${windowMs} ms.`;
    return new SpeechError('ENGINE_UNAVAILABLE', message, { pool: name });
  }

  /** Why no task can run now, if it can't although workers were loaded once; in one line for operators. */
  get problem(): string | undefined {
    if (this.refusal) return this.refusal.message;
    const isReload = this.#state === 'loading' && this.#generation > 0 && !this.#isUnloaded;
    if (!isReload && this.#state !== 'waiting' && this.#state !== 'retiring') return undefined;
    return `${this.#options.name} cannot serve now: its workers ended and are being replaced.`;
  }

  /** Starts loading unless that is done or on its way. */
  ensureLoading(): void {
    if (this.#state === 'cold') this.#load();
  }

  /** Loads the workers that the lead did without; does nothing when they are there or on their way. */
  loadOthers(): void {
    if (this.#state !== 'ready' || this.#others !== 'absent') return;
    this.#others = 'loading';
    const { loadDeadlineMs } = this.#options;
    const message = `The others did not load within ${loadDeadlineMs} ms.`;
    this.#cancelOthers = startDeadline(loadDeadlineMs, () =>
      this.lose({ kind: 'worker-hung', message, stderrTail: '' }),
    );
    this.#workers?.loadOthers();
  }

  /** To be called whenever the pool starts or stops needing the workers. */
  setNeeded(isNeeded: boolean): void {
    this.#cancelIdle();
    const { idleUnloadMs } = this.#options;
    if (isNeeded || idleUnloadMs === Number.POSITIVE_INFINITY) return;
    this.#cancelIdle = startDeadline(idleUnloadMs, () => this.#unload());
  }

  /** @throws DataCloneError */
  run(taskId: number, thread: number, task: unknown, transfer: readonly ArrayBuffer[]): void {
    this.#workers?.run(taskId, thread, task, transfer);
  }

  cancel(taskId: number): void {
    this.#workers?.cancel(taskId);
  }

  /** To be called when a task has ended in its thread. */
  recordTaskEnd(): void {
    this.#tasksDone += 1;
    if (this.#breaker.recordSuccess())
      this.#report('breaker-closed', 'A task ended; calls are served again.');
    if (this.#state === 'draining' || this.#tasksDone >= this.#options.recycleAfterTasks) this.#recycle();
  }

  /** Ends workers that misbehave, or clears away dead ones, and starts new ones. */
  lose(loss: WorkersLoss): void {
    if (!this.#workers) return;
    this.#discard();
    this.#generation += 1;
    this.#report(loss.kind, `${loss.message} ${loss.stderrTail}`.trim());
    const isClosing = this.#state === 'closing';
    if (!isClosing) this.#move('lose');
    this.#listener.onLost(loss);
    if (!isClosing) this.#recover();
  }

  /** Refuses everything from now on; what runs may go on until {@link end}. */
  beginClose(): void {
    const isLoading = this.#state === 'loading';
    this.#move('close');
    this.#cancelTimer();
    this.#cancelIdle();
    if (isLoading) this.#discard();
    this.#closing.abort(this.refusal);
    if (this.refusal) this.#listener.onRefuse(this.refusal);
  }

  /** Ends the workers, in order if they are idle; resolves when they are gone. */
  async end(isIdle: boolean): Promise<void> {
    const workers = this.#takeWorkers();
    if (workers) this.#await(isIdle ? workers.retire(RETIRE_MS) : workers.kill());
    await Promise.all(this.#endings);
    this.#move('end');
  }

  #load(): void {
    this.#move('load');
    this.#tasksDone = 0;
    this.#rssBytes = undefined;
    const finding = this.#options.findInit(this.#closing.signal);
    if (finding === undefined) this.#startWorkers();
    else void this.#loadAfter(finding);
  }

  async #loadAfter(finding: Promise<void>): Promise<void> {
    let error: SpeechError | undefined;
    await finding.catch((reason: unknown) => {
      error = SpeechError.from(reason);
    });
    if (this.#state !== 'loading') return;
    if (error === undefined) {
      this.#startWorkers();
      return;
    }
    // No worker is to blame: the breaker is for those that die.
    this.#move('give-up');
    this.#listener.onRefuse(error);
  }

  #startWorkers(): void {
    const { loadDeadlineMs, loadsOthersLater, startWorkers } = this.#options;
    const isLeadFirst = loadsOthersLater && !this.#listener.needsOthers();
    this.#others = isLeadFirst ? 'absent' : 'loaded';
    this.#cancelTimer = startDeadline(loadDeadlineMs, () =>
      this.#failLoad(this.#loadError(`it did not load within ${loadDeadlineMs} ms.`)),
    );
    try {
      this.#workers = startWorkers({ isLeadFirst, onEvent: (event) => this.#handle(event) });
    } catch (error) {
      this.#failLoad(SpeechError.fromWire(toWireError(error, 'INVALID_CONFIG')));
    }
  }

  #handle(event: WorkersEvent): void {
    switch (event.type) {
      case 'loaded':
        this.#finishLoad();
        return;
      case 'others-loaded':
        // In a sandbox they load by themselves, and tasks for them were already accepted.
        if (this.#others !== 'loading') return;
        this.#cancelOthers();
        this.#others = 'loaded';
        this.#listener.onOthersReady();
        return;
      case 'load-failed': {
        const { error } = event;
        const isForeign = error.code === 'ENGINE_LOAD_FAILED' && 'causeName' in error.details;
        this.#failLoad(isForeign ? this.#loadError(error.message) : SpeechError.fromWire(error));
        return;
      }
      case 'lost':
        if (this.#state !== 'loading') {
          this.lose(event.loss);
          return;
        }
        this.#failLoad(this.#loadError(`${event.loss.message} ${event.loss.stderrTail}`.trim()));
        return;
      case 'rss':
        this.#rssBytes = event.rssBytes;
        if (event.rssBytes > this.#options.maxRssBytes) this.#recycle();
        return;
      default:
        this.#listener.onTaskReport(event);
        return;
    }
  }

  #finishLoad(): void {
    this.#cancelTimer();
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
    this.#listener.onReady();
  }

  #failLoad(error: SpeechError): void {
    this.#cancelTimer();
    this.#discard();
    if (this.#generation > 0) {
      this.#isUnloaded = false;
      this.#report('worker-died', `A replacement could not load: ${error.message}`);
      this.#move('lose');
      this.#recover();
      return;
    }
    this.#move('give-up');
    this.#listener.onRefuse(error);
    if (this.#recordDeath() === undefined) return;
    this.#cancelTimer = startDeadline(this.#options.breaker.cooldownMs, () => this.#breaker.allowProbe());
  }

  /** Plans the replacement of lost workers. */
  #recover(): void {
    const { breaker, restart } = this.#options;
    const openFor = this.#recordDeath();
    if (openFor) this.#listener.onRefuse(openFor);
    const delayMs = openFor ? breaker.cooldownMs : restartDelayMs(this.#breaker.deaths, restart);
    this.#cancelTimer = startDeadline(delayMs, () => this.#load());
  }

  /** @returns the refusal, if the breaker is open now */
  #recordDeath(): SpeechError | undefined {
    const wasOpen = this.#breaker.state === 'open';
    this.#breaker.recordDeath(performance.now());
    const { refusal } = this;
    if (refusal && !wasOpen) this.#report('breaker-open', refusal.message);
    return refusal;
  }

  /** Replaces workers that are well but have grown or served long: drains them, ends them, loads new ones. */
  #recycle(): void {
    if (this.#state === 'ready') this.#move('drain');
    if (this.#state !== 'draining' || this.#listener.runningTasks() > 0) return;
    this.#move('retire');
    this.#generation += 1;
    const workers = this.#takeWorkers();
    const ending = this.#await(workers?.retire(RETIRE_MS) ?? Promise.resolve());
    void ending.then(() => {
      if (this.#state === 'retiring') this.#load();
    });
  }

  /** Releases the memory of workers that have been idle for long. */
  #unload(): void {
    if (this.#state !== 'ready' || this.#listener.runningTasks() > 0) return;
    this.#move('unload');
    this.#generation += 1;
    this.#isUnloaded = true;
    this.#rssBytes = undefined;
    const workers = this.#takeWorkers();
    const ending = this.#await(workers?.retire(RETIRE_MS) ?? Promise.resolve());
    void ending.then(() => {
      if (this.#state !== 'unloading') return;
      this.#move('unloaded');
      this.#listener.onUnloaded();
    });
  }

  #takeWorkers(): Workers | undefined {
    const workers = this.#workers;
    this.#workers = undefined;
    this.#cancelOthers();
    return workers;
  }

  #discard(): void {
    const workers = this.#takeWorkers();
    if (workers) this.#await(workers.kill());
  }

  #await(ending: Promise<void>): Promise<void> {
    const tracked = ending.finally(() => this.#endings.delete(tracked));
    this.#endings.add(tracked);
    return tracked;
  }

  #loadError(reason: string): SpeechError {
    const { name } = this.#options;
    return new SpeechError('ENGINE_LOAD_FAILED', `${name} could not load: ${reason}`, { pool: name });
  }

  #move(event: PoolEvent): void {
    this.#state = transition(POOL_MOVES, this.#state, event);
  }

  #report(kind: EngineIncident['kind'], message: string): void {
    try {
      this.#options.onIncident({ engine: this.#options.name, kind, message });
    } catch {
      // An error of a listener does not concern the pool.
    }
  }
}
