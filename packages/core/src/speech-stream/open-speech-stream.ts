import type { App } from '../accounts/app.ts';
import { admitLive } from '../accounts/app-limits/admit-live.ts';
import { type Credentials, unauthorized } from '../accounts/callers/authenticate.ts';
import { isStillUsable } from '../accounts/callers/recheck-app.ts';
import { SpeechError } from '../errors/speech-error.ts';
import { LIMITS } from '../limits/limits.ts';
import { SESSION_CLOSE_CODES, type SessionStage } from '../session/session-errors.ts';
import type { DatedRecords } from '../storage/record-keeping.ts';
import type { LiveSynthesizer } from '../synthesis/live/live-synthesizer.ts';
import { chooseFormat, contentTypeOf } from '../synthesis/request/choose-format.ts';
import { requireWordTimes } from '../synthesis/words/word-timer.ts';
import { countChars } from '../text/speakable.ts';
import { vocabularyOfCall } from '../vocabulary/vocabulary-of.ts';
import type { SpeechStream, StreamOutlet } from './speech-stream.ts';
import { openStreamAccount, type StreamAccount } from './stream-account.ts';
import type { SpeechConfig } from './stream-client-messages.ts';
import {
  type StreamFault,
  streamCloseCodeOf,
  streamErrorMessage,
  streamFaultOf,
  textTooLong,
} from './stream-errors.ts';
import type { StreamMessage } from './stream-input.ts';
import { StretchSpeaker } from './stretch-speaker.ts';

/** What opening speech streams needs. Apps are looked up in the records again while their streams are open. */
export interface SpeechStreamHost extends LiveSynthesizer, DatedRecords {
  /** @throws SpeechError `UNAUTHORIZED` */
  readonly authenticate: (credentials: Credentials) => Promise<App>;
  /** The voice of streams that name none. */
  readonly defaultVoice: () => string | undefined;
}

const CONFIG_WITHIN_MS = 5000;
/** Streams of an app that is revoked or expires end within 5 s, even with a slow database. */
const RECHECK_MS = 3000;
const MS_IN_SECOND = 1000;
/** How many messages may arrive before the stream is admitted. */
const MAX_HELD = 8;

/**
 * Opens a speech stream on a connection that was just accepted. The text is synthesized in stretches, each ended by FLUSH, CANCEL or DONE, one
 * after another.
 */
export function openSpeechStream(
  host: SpeechStreamHost,
  credentials: Credentials,
  outlet: StreamOutlet,
): SpeechStream {
  const driver = new StreamDriver(host, outlet);
  void driver.admit(credentials);
  return driver;
}

type Timer = 'config' | 'idle' | 'life' | 'recheck';

class StreamDriver implements SpeechStream {
  readonly sessionId: string;
  readonly ended: Promise<void>;
  readonly #host: SpeechStreamHost;
  readonly #outlet: StreamOutlet;
  readonly #resolveEnded: () => void;
  readonly #timers = new Map<Timer, () => void>();
  #stage: SessionStage | 'FINISHING' | 'CLOSED' = 'AUTHENTICATING';
  /** Messages that arrived before the stream was admitted. */
  #held: StreamMessage[] = [];
  #app: App | undefined;
  readonly #stop = new AbortController();
  #account: StreamAccount | undefined;
  #speaker: StretchSpeaker | undefined;

  constructor(host: SpeechStreamHost, outlet: StreamOutlet) {
    this.#host = host;
    this.#outlet = outlet;
    this.sessionId = host.random.id();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#resolveEnded = resolve;
    const { maxSeconds } = LIMITS.speechStream;
    const message = `The stream has lasted ${maxSeconds} seconds, its limit.`;
    this.#after('life', maxSeconds * MS_IN_SECOND, () => this.#fail({ code: 'SESSION_TIMEOUT', message }));
  }

  async admit(credentials: Credentials): Promise<void> {
    try {
      const app = await this.#host.authenticate(credentials);
      if (this.#isOver) return;
      // The wait is checked before each stretch, and its cost is charged then.
      const { slots } = this.#host;
      await admitLive({ slots }, { app, limit: app.ttsConcurrency, signal: this.#stop.signal });
      if (this.#isOver) return;
      this.#app = app;
      this.#recheckLater(app);
      this.#stage = 'CONFIGURING';
      const message = 'SPEECH_CONFIG did not come within 5 seconds.';
      this.#after('config', CONFIG_WITHIN_MS, () => this.#fail({ code: 'BAD_REQUEST', message }));
      for (const held of this.#held.splice(0)) this.receive(held);
    } catch (error) {
      this.stop(SpeechError.from(error));
    }
  }

  receive(message: StreamMessage): void {
    if (this.#isOver) return;
    if (this.#stage === 'AUTHENTICATING' && this.#held.length < MAX_HELD) {
      this.#held.push(message);
      return;
    }
    const fault = this.#faultOf(message);
    if (fault === undefined) this.#obey(message);
    else this.#fail(fault);
  }

  arriving(): void {
    if (this.#isOver || this.#speaker === undefined) return;
    this.#cancelTimer('idle');
    // The engine may even be downloading its model.
    if (this.#speaker.isWorking) return;
    const { idleSeconds } = LIMITS.speechStream;
    const message = `For ${idleSeconds} seconds no message came and nothing was spoken.`;
    this.#after('idle', idleSeconds * MS_IN_SECOND, () => this.#fail({ code: 'NO_INPUT_TIMEOUT', message }));
  }

  leave(): void {
    if (!this.#isOver) this.#free();
  }

  stop(error: SpeechError): void {
    this.#fail(streamFaultOf(error), error);
  }

  get #isOver(): boolean {
    return this.#stage === 'CLOSED';
  }

  /** Why a message is not allowed now. */
  #faultOf(message: StreamMessage): StreamFault | undefined {
    const refuse = (text: string): StreamFault => ({ code: 'BAD_REQUEST', message: text });
    if (message.type === 'faulty') return message.fault;
    if (this.#stage === 'AUTHENTICATING') return refuse('Wait for READY before you send text.');
    if (message.type === 'ping') return undefined;
    if (message.type === 'config')
      return this.#speaker === undefined ? undefined : refuse('SPEECH_CONFIG was sent twice.');
    if (this.#speaker === undefined) return refuse('The first message must be SPEECH_CONFIG.');
    if (this.#stage === 'FINISHING' && message.type !== 'cancel')
      return refuse('Nothing but CANCEL and PING may follow DONE.');
    if (this.#speaker.isFull) return refuse('Too many messages wait to be answered.');
    if (message.type !== 'text' || this.#speaker.hasRoomFor(countChars(message.text))) return undefined;
    return textTooLong();
  }

  #obey(message: StreamMessage): void {
    this.arriving();
    switch (message.type) {
      case 'config':
        this.#configure(message.config);
        break;
      case 'text':
        this.#speaker?.write(message.text);
        break;
      case 'flush':
        this.#speaker?.flush();
        break;
      case 'cancel':
        this.#speaker?.cancel();
        // That has dropped the end, too, if DONE came before.
        if (this.#stage === 'FINISHING') this.#speaker?.finish();
        break;
      case 'done':
        this.#stage = 'FINISHING';
        this.#speaker?.finish();
        break;
      case 'ping':
        this.#outlet.send({ type: 'PONG' });
        break;
    }
  }

  #configure(config: SpeechConfig): void {
    const { voiceCode, outputFormat, sampleRate, bitrate, speed, textType, timings } = config;
    const { catalogue, defaultVoice, vocabularyOf = vocabularyOfCall } = this.#host;
    const [app, outlet] = [this.#app, this.#outlet];
    if (app === undefined) return;
    const onError = (error: unknown): void => this.stop(SpeechError.from(error));
    try {
      const code = voiceCode ?? defaultVoice();
      if (code === undefined)
        throw new SpeechError('ENGINE_UNAVAILABLE', 'No plugin of this service synthesizes speech.');
      const voice = catalogue.find(code, app.appId);
      const format = chooseFormat({ outputFormat, sampleRate, bitrate }, voice);
      if (timings !== undefined) requireWordTimes(this.#host.alignerFor, voice);
      const using = { voice, format, speed };
      this.#cancelTimer('config');
      this.#account = openStreamAccount(this.#host, { app, using, onRefused: onError });
      this.#speaker = new StretchSpeaker(this.#host, {
        app,
        using,
        isSsml: textType === 'ssml',
        terms: async () => (await vocabularyOf(app.appId, config.vocabulary))?.readings,
        hasTimings: timings !== undefined,
        account: this.#account,
        outlet,
        onWorking: () => this.arriving(),
        onFinished: () => this.#finish(),
        onError,
      });
      this.#stage = 'STREAMING';
      this.arriving();
      const { sessionId } = this;
      const [sampleRateHertz, contentType] = [format.sampleRateHz, contentTypeOf(format)];
      outlet.send({
        type: 'READY',
        sessionId,
        voiceCode: voice.code,
        outputFormat,
        sampleRateHertz,
        contentType,
      });
    } catch (error) {
      onError(error);
    }
  }

  #finish(): void {
    const { sessionId } = this;
    const { characters = 0, audioSeconds = 0 } = this.#speaker ?? {};
    this.#outlet.send({ type: 'STREAM_END', sessionId, characters, audioSeconds });
    this.#outlet.close(SESSION_CLOSE_CODES.ended);
    this.#free();
  }

  #after(timer: Timer, delayMs: number, run: () => void): void {
    this.#timers.set(timer, this.#host.clock.after(delayMs, run));
  }

  #cancelTimer(timer: Timer): void {
    this.#timers.get(timer)?.();
  }

  #recheckLater(app: App): void {
    this.#after('recheck', RECHECK_MS, () => void this.#recheck(app));
  }

  async #recheck(app: App): Promise<void> {
    const { records, clock } = this.#host;
    // If the database does not answer, the stream continues.
    const isUsable = await isStillUsable({ apps: records.apps, clock }, app).catch(() => true);
    if (this.#isOver) return;
    if (isUsable) this.#recheckLater(app);
    else this.stop(unauthorized());
  }

  #fail(fault: StreamFault, error?: SpeechError): void {
    if (this.#stage === 'CLOSED') return;
    const stage = this.#stage === 'FINISHING' ? 'STREAMING' : this.#stage;
    this.#outlet.send(streamErrorMessage(fault, stage));
    this.#outlet.close(streamCloseCodeOf(fault.code));
    this.#free(error);
  }

  #free(error?: SpeechError): void {
    this.#stage = 'CLOSED';
    for (const cancel of this.#timers.values()) cancel();
    this.#held = [];
    this.#stop.abort();
    void this.#settle(error).then(this.#resolveEnded);
  }

  /** Called when synthesis has stopped: only then is it known how much was spoken. */
  async #settle(error: SpeechError | undefined): Promise<void> {
    const [speaker, account] = [this.#speaker, this.#account];
    if (speaker === undefined || account === undefined) return;
    const spokenCharacters = await speaker.stop();
    // A caller who broke a rule or left is charged for what was synthesized; after a failure of the service nobody is charged.
    const isOurs = error !== undefined && error.fault !== 'caller';
    await account.end({
      spokenCharacters,
      characters: speaker.characters,
      error: isOurs ? error : undefined,
    });
  }
}
