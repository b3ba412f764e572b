import type { App } from '../../accounts/app.ts';
import { admitLive } from '../../accounts/app-limits/admit-live.ts';
import { type Credentials, unauthorized } from '../../accounts/callers/authenticate.ts';
import { isStillUsable } from '../../accounts/callers/recheck-app.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import { LIMITS } from '../../limits/limits.ts';
import { vocabularyOfCall } from '../../vocabulary/vocabulary-of.ts';
import { recordSession } from '../ending/record-session.ts';
import { createSessionAccount } from '../ending/session-account.ts';
import type { RecognitionSession, SessionOptions, SessionOutlet } from '../recognition-session.ts';
import { sessionFaultOf } from '../session-errors.ts';
import type { ClientMessage } from '../session-messages.ts';
import type { SessionEffect, SessionInput, SessionTimer } from '../session-state.ts';
import { recognizeSession, type SessionRecognition } from '../speech/recognize-session.ts';
import { beginSession, type SessionStep, stepSession } from '../table/session-table.ts';
import type { SessionVisit } from './idle-session-limiter.ts';
import type { SessionHost } from './session-host.ts';

/** The minimum cost of a session with any audio, in seconds. */
const LEAST_SECONDS = '1';
/** Sessions of an app that is revoked or expires end within 5 s, even with a slow database. */
const RECHECK_MS = 3000;

/**
 * Opens a session of live recognition on a connection that was just accepted. It decides nothing: it passes events to the transition table
 * and performs the effects that the table returns.
 */
export function openSession(
  host: SessionHost,
  credentials: Credentials,
  outlet: SessionOutlet,
  options: SessionOptions = {},
): RecognitionSession {
  const driver = new SessionDriver(host, outlet, options);
  void driver.admit(credentials);
  return driver;
}

class SessionDriver implements RecognitionSession {
  readonly sessionId: string;
  readonly ended: Promise<void>;
  readonly #host: SessionHost;
  readonly #outlet: SessionOutlet;
  readonly #options: SessionOptions;
  readonly #stop = new AbortController();
  readonly #timers = new Map<SessionTimer, () => void>();
  readonly #resolveEnded: () => void;
  readonly #account = createSessionAccount();
  readonly #startedAtMs: number;
  #state: SessionStep['state'];
  #held: ClientMessage[] = [];
  #queue: SessionInput[] = [];
  #isStepping = false;
  #app: App | undefined;
  #visit: SessionVisit | undefined;
  #cancelRecheck: () => void = () => undefined;
  #recognition: SessionRecognition | undefined;

  constructor(host: SessionHost, outlet: SessionOutlet, options: SessionOptions) {
    this.#host = host;
    this.#outlet = outlet;
    this.#options = options;
    this.sessionId = host.random.id();
    this.#startedAtMs = host.clock.now();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#resolveEnded = resolve;
    const maxSeconds = options.maxSeconds ?? host.maxSeconds ?? LIMITS.session.maxSeconds;
    const { state, effects } = beginSession(this.sessionId, maxSeconds);
    this.#state = state;
    for (const effect of effects) this.#perform(effect);
  }

  async admit(credentials: Credentials): Promise<void> {
    try {
      const app = await this.#host.authenticate(credentials);
      if (this.#state.name !== 'AUTHENTICATING') return;
      this.#visit = await this.#host.limiter?.enter(app.appId, app.sttConcurrency, this.#stop.signal);
      // The client may have left meanwhile; then no slot must be taken.
      if (this.#state.name !== 'AUTHENTICATING') return;
      const { signal } = this.#stop;
      const admitted = await admitLive(this.#host, { app, limit: app.sttConcurrency, signal });
      const engineId = this.#host.likelyEngineId?.();
      if (engineId !== undefined) admitted.requireWorker({ engineId, lane: 'final' });
      await this.#host.seconds.cover(app.appId, LEAST_SECONDS);
      if (this.#state.name !== 'AUTHENTICATING') return;
      this.#app = app;
      this.#recheckLater(app);
      this.#happen({ type: 'admitted' });
    } catch (error) {
      this.#fail(error);
    }
  }

  receive(message: ClientMessage): void {
    this.#happen(message);
  }

  arriving(): void {
    this.#happen({ type: 'arriving' });
  }

  leave(): void {
    this.#happen({ type: 'left' });
  }

  stop(error: SpeechError): void {
    this.#fail(error);
  }

  #fail(error: unknown): void {
    this.#visit?.forgive();
    this.#happen({ type: 'failed', fault: sessionFaultOf(SpeechError.from(error)) });
  }

  /** One input after another: an input that an effect causes waits until all earlier effects have been performed. */
  #happen(input: SessionInput): void {
    this.#queue.push(input);
    if (this.#isStepping) return;
    this.#isStepping = true;
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) this.#step(next);
    this.#isStepping = false;
  }

  #step(input: SessionInput): void {
    const before = this.#state.name;
    const { state, effects } = stepSession(this.#state, input);
    this.#state = state;
    for (const effect of effects) this.#perform(effect);
    if (state.name === before || this.#held.length === 0) return;
    this.#queue.unshift(...this.#held.splice(0));
    this.#outlet.resume();
  }

  #perform(effect: SessionEffect): void {
    switch (effect.type) {
      case 'send':
        this.#account.note(effect.message);
        this.#outlet.send(effect.message);
        return;
      case 'close':
        this.#outlet.close(effect.code);
        return;
      case 'hold':
        this.#held.push(effect.message);
        this.#outlet.pause();
        return;
      case 'prepare':
        this.#prepare(effect.config);
        return;
      case 'feed':
        this.#visit?.speak();
        this.#recognition?.audio.push(effect.bytes);
        return;
      case 'commit':
        this.#recognition?.commit(effect.config);
        return;
      case 'notify':
        this.#outlet.notify?.(effect.notice);
        return;
      case 'end-audio':
        this.#recognition?.audio.end();
        return;
      case 'start-timer':
        this.#timers.get(effect.timer)?.();
        this.#timers.set(effect.timer, this.#timer(effect.timer, effect.delayMs));
        return;
      case 'stop-timer':
        this.#timers.get(effect.timer)?.();
        this.#timers.delete(effect.timer);
        return;
      case 'free':
        this.#free();
    }
  }

  #timer(timer: SessionTimer, delayMs: number): () => void {
    return this.#host.clock.after(delayMs, () => this.#happen({ type: 'timer', timer }));
  }

  #prepare(config: Extract<SessionEffect, { type: 'prepare' }>['config']): void {
    const { vocabularyOf = vocabularyOfCall } = this.#host;
    this.#recognition = recognizeSession(this.#host, {
      config,
      signal: this.#stop.signal,
      vocabularyOf: (ofCall) => vocabularyOf(this.#app?.appId ?? '', ofCall),
      turn: this.#app?.appId,
      isAlone: () => this.#visit?.isAlone ?? false,
      onInput: (input) => this.#happen(input),
      onPause: () => this.#outlet.pause(),
      onResume: () => this.#outlet.resume(),
    });
    this.#recognition.ended.catch((error: unknown) => this.#fail(error));
  }

  #recheckLater(app: App): void {
    this.#cancelRecheck = this.#host.clock.after(RECHECK_MS, () => void this.#recheck(app));
  }

  async #recheck(app: App): Promise<void> {
    const { records, clock } = this.#host;
    // If the database does not answer, the session continues.
    const isUsable = await isStillUsable({ apps: records.apps, clock }, app).catch(() => true);
    if (this.#state.name === 'CLOSED') return;
    if (isUsable) this.#recheckLater(app);
    else this.#fail(unauthorized());
  }

  /** In the background: the last messages do not wait for it. */
  async #record(): Promise<void> {
    if (this.#app === undefined) return;
    const ended = this.#account.close(this.#state, { app: this.#app, startedAtMs: this.#startedAtMs });
    if (ended === undefined) return;
    await recordSession(this.#host, { ...ended, webhook: this.#options.webhook });
  }

  #free(): void {
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
    this.#held = [];
    this.#stop.abort();
    this.#cancelRecheck();
    this.#visit?.leave();
    void Promise.allSettled([this.#recognition?.ended, this.#record()]).then(this.#resolveEnded);
  }
}
