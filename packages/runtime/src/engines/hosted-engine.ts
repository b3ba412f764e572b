import {
  ENGINE_MOVES,
  type EngineEvent,
  type EngineState,
  type LoadState,
  type ModelStore,
  takesWork,
} from '@parlance/core/engine';
import { type ErrorDetails, SpeechError } from '@parlance/core/errors';
import { systemClock, transition, within } from '@parlance/core/platform';
import { currentLoadListener } from './load-listener.ts';

/** Called when an engine has been loaded. */
export type OnEngineLoad = (load: { readonly engine: string; readonly durationMs: number }) => void;

interface AnyEngine {
  readonly id: string;
  readonly model?: string | undefined;
  warm(): Promise<void>;
  readonly loadState?: LoadState;
  keepLoaded?(): () => void;
  unload?(): Promise<void>;
  residentBytes?(): number | undefined;
  problem?(): string | undefined;
  close(): Promise<void>;
}

/** Why an engine could not be fetched or loaded. */
interface LoadFailure {
  readonly message: string;
  /** From then on another attempt may succeed, by `performance.now()`. */
  readonly untilMs: number;
}

const MS_IN_SECOND = 1000;

/** The common part of all kinds of engines in a service: identity, and the state from `cold` to `closed` (see `ENGINE_MOVES`). */
export abstract class HostedEngine<Engine extends AnyEngine> {
  readonly id: string;
  readonly model: string | undefined;
  protected readonly engine: Engine;
  readonly #onLoad: OnEngineLoad | undefined;
  #state: EngineState = 'cold';
  #warming: Promise<void> | undefined;
  /** Of the last attempt to fetch or load it; `undefined` after a successful load or call. */
  #failure: LoadFailure | undefined;
  /** Ends what the store fetches for it. */
  readonly #ending = new AbortController();
  #closing: Promise<void> | undefined;
  #calls = 0;
  #holders = 0;
  #lastUsedMs = 0;
  #idle: PromiseWithResolvers<void> | undefined;
  #released: PromiseWithResolvers<void> | undefined;

  constructor(engine: Engine, onLoad?: OnEngineLoad) {
    this.engine = engine;
    this.#onLoad = onLoad;
    this.id = engine.id;
    this.model = engine.model;
  }

  get state(): EngineState {
    return this.#state;
  }

  get loadState(): LoadState {
    return this.engine.loadState ?? (this.#state === 'ready' ? 'loaded' : 'unloaded');
  }

  keepLoaded(): () => void {
    return this.engine.keepLoaded?.() ?? (() => undefined);
  }

  /** When a call last began or ended, by `performance.now()`. */
  get lastUsedMs(): number {
    return this.#lastUsedMs;
  }

  /** Loaded and not in use. */
  get isIdle(): boolean {
    return this.loadState === 'loaded' && this.#calls === 0 && this.#holders === 0;
  }

  /** Releases its memory now, unless it is kept loaded. */
  async unload(): Promise<void> {
    await this.engine.unload?.();
  }

  residentBytes(): number | undefined {
    return this.engine.residentBytes?.();
  }

  /** Why it cannot serve calls: the engine's own report, or why its last load failed. */
  problem(): string | undefined {
    const failure = this.#failure;
    const isRecent = failure !== undefined && performance.now() < failure.untilMs;
    return this.engine.problem?.() ?? (isRecent ? failure.message : undefined);
  }

  /** Fetches its model without loading it. @throws SpeechError `SHUTTING_DOWN` once it drains; any error of the store */
  async fetch(models: ModelStore): Promise<void> {
    this.#refuseWhenEnding();
    if (this.model === undefined) return;
    const { signal } = this.#ending;
    const fetched = models.ensure(this.model, { signal }).catch((error: unknown) => {
      throw signal.aborted ? signal.reason : error;
    });
    await this.#noteFailure(() => fetched);
  }

  /** Loads the model; concurrent calls share the load. @throws SpeechError `SHUTTING_DOWN` once it drains; any error of the engine */
  async warm(): Promise<void> {
    this.#refuseWhenEnding();
    if (this.#warming === undefined) {
      this.#move('warm');
      const tellLoad = this.#timeLoad();
      const warmed = (event: EngineEvent) => (): void => {
        this.#warming = undefined;
        if (this.#state !== 'closed') this.#move(event);
      };
      this.#warming = this.#noteFailure(() => this.engine.warm());
      this.#warming.then(tellLoad, () => undefined);
      this.#warming.then(warmed('loaded'), warmed('load-failed'));
    }
    await this.#warming;
  }

  /** Makes {@link released} wait. @returns releases the hold; safe to call twice */
  hold(): () => void {
    this.#holders += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#holders -= 1;
      this.#noteEnd();
    };
  }

  /** Resolves when there are no holds and no running calls. */
  async released(): Promise<void> {
    if (this.#calls === 0 && this.#holders === 0) return;
    this.#released ??= Promise.withResolvers<void>();
    await this.#released.promise;
  }

  /** Refuses new calls and waits for running ones, for at most `timeoutMs`. */
  async drain(timeoutMs: number): Promise<void> {
    if (takesWork(this.#state)) this.#move('drain');
    if (this.#calls === 0) return;
    this.#idle ??= Promise.withResolvers<void>();
    await within(systemClock, timeoutMs, this.#idle.promise);
  }

  /** Closes the engine once; further calls wait for the same close. */
  close(): Promise<void> {
    if (this.#closing === undefined) {
      this.#move('close');
      this.#ending.abort(new SpeechError('SHUTTING_DOWN', `The engine ${this.id} is closing.`));
      this.#closing = this.engine.close();
    }
    return this.#closing;
  }

  /**
   * Begins a call.
   *
   * @returns to be called when the call ends, with whether it succeeded; safe to call twice
   * @throws SpeechError `SHUTTING_DOWN` once it drains
   */
  protected begin(): (isDone: boolean) => void {
    this.#refuseWhenEnding();
    this.#tellOfLoad();
    this.#calls += 1;
    this.#lastUsedMs = performance.now();
    let isOver = false;
    return (isDone) => {
      if (isOver) return;
      isOver = true;
      this.#calls -= 1;
      if (isDone) this.#failure = undefined;
      if (isDone && this.#state === 'cold') this.#move('loaded');
      this.#noteEnd();
    };
  }

  /** Opens a stream, which counts as a call until its `close` calls `end`. */
  protected async opening<Stream>(
    open: (end: (isDone: boolean) => void) => Promise<Stream>,
  ): Promise<Stream> {
    const end = this.begin();
    try {
      return await open(end);
    } catch (error) {
      end(false);
      throw error;
    }
  }

  /**
   * Reports to a new call how long it waits for the engine to load, if it has to wait. If only a worker has to be loaded,
   * the engine itself reports the wait (`onLoad`).
   */
  #tellOfLoad(): void {
    const { loadState } = this.engine;
    if (loadState !== 'unloaded' && loadState !== 'loading') return;
    const listener = currentLoadListener();
    const startedMs = performance.now();
    // The call waits for the same load, and fails with the same error.
    this.warm().then(
      () => listener?.(performance.now() - startedMs),
      () => undefined,
    );
  }

  async #noteFailure(load: () => Promise<unknown>): Promise<void> {
    try {
      await load();
      this.#failure = undefined;
    } catch (thrown) {
      const { code, message, details } = SpeechError.from(thrown);
      // The engine itself reports that its workers died too often, and when that is over.
      if (code !== 'ENGINE_UNAVAILABLE') this.#failure = { message, untilMs: nextAttemptMs(details) };
      throw thrown;
    }
  }

  /** @returns to be called after the load */
  #timeLoad(): () => void {
    if (this.engine.loadState !== 'unloaded') return () => undefined;
    const startedMs = performance.now();
    return () => this.#onLoad?.({ engine: this.id, durationMs: performance.now() - startedMs });
  }

  #move(event: EngineEvent): void {
    this.#state = transition(ENGINE_MOVES, this.#state, event);
  }

  #refuseWhenEnding(): void {
    if (!takesWork(this.#state))
      throw new SpeechError('SHUTTING_DOWN', `The engine ${this.id} accepts no more work.`);
  }

  #noteEnd(): void {
    this.#lastUsedMs = performance.now();
    if (this.#calls > 0) return;
    this.#idle?.resolve();
    if (this.#holders === 0) this.#released?.resolve();
  }
}

/** The error says after how long, if that is known, as for too little memory: a service that reports it for longer may get no call that shows otherwise. */
function nextAttemptMs({ retryAfterSeconds }: ErrorDetails): number {
  if (typeof retryAfterSeconds !== 'number') return Number.POSITIVE_INFINITY;
  return performance.now() + retryAfterSeconds * MS_IN_SECOND;
}
