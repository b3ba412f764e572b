import {
  ENGINE_MOVES,
  type EngineEvent,
  type EngineState,
  SpeechError,
  takesWork,
  transition,
} from '@parlance/core';

interface AnyEngine {
  readonly id: string;
  readonly model?: string | undefined;
  warm(): Promise<void>;
  residentBytes?(): number | undefined;
  problem?(): string | undefined;
  close(): Promise<void>;
}

/** What engines of every kind have in a service: an identity, and a life that is followed from `cold` to `closed`. */
export abstract class HostedEngine<Engine extends AnyEngine> {
  readonly id: string;
  readonly model: string | undefined;
  protected readonly engine: Engine;
  #state: EngineState = 'cold';
  #warming: Promise<void> | undefined;
  #closing: Promise<void> | undefined;
  #calls = 0;
  #holders = 0;
  #idle: PromiseWithResolvers<void> | undefined;
  #released: PromiseWithResolvers<void> | undefined;

  constructor(engine: Engine) {
    this.engine = engine;
    this.id = engine.id;
    this.model = engine.model;
  }

  get state(): EngineState {
    return this.#state;
  }

  residentBytes(): number | undefined {
    return this.engine.residentBytes?.();
  }

  problem(): string | undefined {
    return this.engine.problem?.();
  }

  /** Loads once at a time. @throws SpeechError `SHUTTING_DOWN` from draining on; what the engine throws */
  async warm(): Promise<void> {
    this.#refuseWhenEnding();
    if (this.#warming === undefined) {
      this.#move('warm');
      const warmed = (event: EngineEvent) => (): void => {
        this.#warming = undefined;
        if (this.#state !== 'closed') this.#move(event);
      };
      this.#warming = this.engine.warm();
      this.#warming.then(warmed('loaded'), warmed('load-failed'));
    }
    await this.#warming;
  }

  /** Keeps {@link released} waiting. @returns releases it; safe to call twice */
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

  /** Resolves when nobody holds it and no call runs. */
  async released(): Promise<void> {
    if (this.#calls === 0 && this.#holders === 0) return;
    this.#released ??= Promise.withResolvers<void>();
    await this.#released.promise;
  }

  /** Takes no new calls from now on; resolves when those that began are over, at the latest after the time. */
  async drain(timeoutMs: number): Promise<void> {
    if (takesWork(this.#state)) this.#move('drain');
    if (this.#calls === 0) return;
    this.#idle ??= Promise.withResolvers<void>();
    const timeout = Promise.withResolvers<void>();
    const timer = setTimeout(timeout.resolve, timeoutMs);
    await Promise.race([this.#idle.promise, timeout.promise]);
    clearTimeout(timer);
  }

  /** Ends it once. Whoever asks again waits for the same end. */
  close(): Promise<void> {
    if (this.#closing === undefined) {
      this.#move('close');
      this.#closing = this.engine.close();
    }
    return this.#closing;
  }

  /**
   * Begins a call.
   *
   * @returns ends it, told whether it ended well; safe to call twice
   * @throws SpeechError `SHUTTING_DOWN` from draining on
   */
  protected begin(): (isDone: boolean) => void {
    this.#refuseWhenEnding();
    this.#calls += 1;
    let isOver = false;
    return (isDone) => {
      if (isOver) return;
      isOver = true;
      this.#calls -= 1;
      if (isDone && this.#state === 'cold') this.#move('loaded');
      this.#noteEnd();
    };
  }

  /** Opens a stream: a call that lasts until {@link begin}'s end is called by the stream's `close`. */
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

  #move(event: EngineEvent): void {
    this.#state = transition(ENGINE_MOVES, this.#state, event);
  }

  #refuseWhenEnding(): void {
    if (!takesWork(this.#state))
      throw new SpeechError('SHUTTING_DOWN', `The engine ${this.id} takes no more work.`);
  }

  #noteEnd(): void {
    if (this.#calls > 0) return;
    this.#idle?.resolve();
    if (this.#holders === 0) this.#released?.resolve();
  }
}
