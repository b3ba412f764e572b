import type { Credentials } from '@parlance/core/accounts';
import { SpeechError } from '@parlance/core/errors';
import { LIMITS } from '@parlance/core/limits';
import type { Clock } from '@parlance/core/platform';
import type { SpeechNotice } from '@parlance/core/recognition';
import {
  type RecognitionSession,
  SESSION_CLOSE_CODES,
  type ServerMessage,
  type SessionCloseCode,
} from '@parlance/core/session';
import { systemClock } from '@parlance/sockets';
import { CALL_RATE_HZ, type CallOptions } from '../options.ts';
import type { Call, CallFault, CallListener } from './call.ts';
import type { CallSettings } from './call-settings.ts';
import { CallSpeech } from './call-speech.ts';
import type { Line } from './line.ts';
import { Playout } from './playout.ts';

/** What a call begins with. */
export interface CallStart {
  readonly callId: string;
  /** Asked for its recognition, and again for each prompt: a call may outlive a token. */
  readonly credentials: () => Promise<Credentials>;
  readonly settings: CallSettings;
  readonly parameters: Readonly<Record<string, string>>;
}

/** How long the other side may take to say what the call is. */
const START_WITHIN_MS = 5000;
const NO_TOKEN = 'The token of the call is missing, invalid or expired.';

/** A call from its connection to its end: a recognition session, and the prompts that are played to the caller. */
export class LiveCall {
  /** Resolves when nothing of the call is left. Never rejects. */
  readonly ended: Promise<void>;
  readonly #options: CallOptions;
  readonly #line: Line;
  readonly #clock: Pick<Clock, 'after' | 'monotonicMs'>;
  readonly #resolveEnded: () => void;
  readonly #over = new AbortController();
  #cancelStart: () => void;
  #start: CallStart | undefined;
  #session: RecognitionSession | undefined;
  #speech: CallSpeech | undefined;
  #listener: CallListener | undefined;
  /** What came before the call was answered. */
  #held: (() => void)[] | undefined = [];
  #isDone = false;
  #error: CallFault | undefined;

  constructor(options: CallOptions, line: Line) {
    this.#options = options;
    this.#line = line;
    this.#clock = options.clock ?? systemClock;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#resolveEnded = resolve;
    const message = `The call did not start within ${START_WITHIN_MS / 1000} seconds.`;
    this.#cancelStart = this.#clock.after(START_WITHIN_MS, () =>
      this.refuse(new SpeechError('INVALID_INPUT', message)),
    );
  }

  get sessionId(): string {
    return this.#session?.sessionId ?? '';
  }

  get hasStarted(): boolean {
    return this.#start !== undefined;
  }

  get errorCode(): string | undefined {
    return this.#error?.code;
  }

  begin(start: CallStart): void {
    const { service } = this.#options;
    this.#cancelStart();
    this.#start = start;
    this.#speech = new CallSpeech(service, start.credentials, new Playout(this.#line, this.#clock));
    this.#line.pause();
    start
      .credentials()
      .then((credentials) => this.#listen(start, credentials))
      .catch((error: unknown) => this.refuse(SpeechError.from(error)));
  }

  #listen({ callId, settings }: CallStart, credentials: Credentials): void {
    if (this.#over.signal.aborted) return;
    const { webhookUrl: url } = settings;
    this.#session = this.#options.service.openSession(
      credentials,
      {
        send: (message) => this.#told(message),
        notify: (notice) => this.#noticed(notice),
        close: (code) => this.#finish(code),
        pause: () => this.#line.pause(),
        resume: () => this.#line.resume(),
      },
      {
        maxSeconds: LIMITS.session.mostMaxSeconds,
        webhook: url === undefined ? undefined : { url, members: { callId } },
      },
    );
    this.#session.receive({
      type: 'config',
      config: {
        sampleRateHz: CALL_RATE_HZ,
        interimResults: true,
        speechCompleteTimeoutMs: LIMITS.session.defaultSpeechCompleteTimeoutMs,
        language: settings.language,
        speechNotices: true,
      },
    });
  }

  /** @param pcm as of {@link Line} */
  hear(pcm: Uint8Array): void {
    if (!this.#isDone) this.#onceAnswered(() => this.#session?.receive({ type: 'audio', bytes: pcm }));
  }

  press(digit: string): void {
    this.#onceAnswered(() => this.#tell((listener) => listener.onDigit?.(digit)));
  }

  /** The other side has played all audio before the mark. */
  reached(mark: string): void {
    this.#speech?.reached(mark);
  }

  /** Ends the call from either side: what the caller said last is still recognized. */
  hangUp(): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#speech?.close();
    if (this.#held === undefined) this.#session?.receive({ type: 'done' });
    else if (this.#held.length === 0)
      this.refuse(new SpeechError('ABORTED', 'The call ended before it began.'));
  }

  /** Ends the call for what came on its connection. */
  refuse(error: SpeechError): void {
    const { code, message } = error;
    this.#error ??= { code, message };
    this.#isDone = true;
    this.#session?.leave();
    this.#finish(error.fault === 'caller' ? SESSION_CLOSE_CODES.refused : SESSION_CLOSE_CODES.tryAgainLater);
  }

  stop(error: SpeechError): void {
    if (this.#session === undefined) this.refuse(error);
    else this.#session.stop(error);
  }

  arriving(): void {
    this.#session?.arriving();
  }

  /** The connection is gone. */
  leave(): void {
    this.hangUp();
  }

  #onceAnswered(happen: () => void): void {
    if (this.#held === undefined) happen();
    else this.#held.push(happen);
  }

  #told(message: ServerMessage): void {
    switch (message.type) {
      case 'READY':
        this.#answer();
        return;
      case 'INTERIM_RESULT':
        this.#tell((listener) => listener.onInterim?.(message.text));
        return;
      case 'FINAL_RESULT': {
        const { text, startVoiceTime, endVoiceTime, confidenceScore, speechType } = message;
        if (speechType !== 'detected-speech') return;
        const [startSeconds, endSeconds] = [startVoiceTime, endVoiceTime];
        const utterance = { text, startSeconds, endSeconds, confidence: confidenceScore };
        this.#tell((listener) => listener.onTranscript?.(utterance));
        return;
      }
      case 'ERROR':
        this.#error = {
          code: message.code,
          message: message.code === 'UNAUTHORIZED' ? NO_TOKEN : message.message,
        };
        return;
      case 'PONG':
      case 'STREAM_END':
        return;
    }
  }

  #noticed({ type }: SpeechNotice): void {
    if (type !== 'speech-start') return;
    if (this.#start?.settings.bargeIn === true) this.#speech?.interrupt();
    this.#tell((listener) => listener.onSpeechStart?.());
  }

  /** The token is good: the application is told of the call, then of what came meanwhile. */
  #answer(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    this.#tell(() => {
      this.#listener = this.#options.onCall?.(this.#handle());
    });
    if (!this.#isDone) this.#greet();
    this.#line.resume();
    for (const happen of held) happen();
    if (this.#isDone) this.#session?.receive({ type: 'done' });
  }

  #greet(): void {
    const { greeting = '' } = this.#start?.settings ?? {};
    if (greeting !== '') this.#say(greeting).catch((error: unknown) => this.#failed(error));
  }

  #handle(): Call {
    return {
      callId: this.#start?.callId ?? '',
      parameters: this.#start?.parameters ?? {},
      signal: this.#over.signal,
      say: (text, options) => this.#say(text, options),
      interrupt: () => this.#speech?.interrupt(),
      hangUp: () => this.hangUp(),
    };
  }

  #say(...[text, options = {}]: Parameters<Call['say']>): ReturnType<Call['say']> {
    const voiceCode = options.voiceCode ?? this.#start?.settings.voiceCode;
    return (this.#speech as CallSpeech).say(text, { ...options, voiceCode });
  }

  #tell(what: (listener: CallListener) => void | Promise<void>): void {
    try {
      what(this.#listener ?? {})?.catch((error: unknown) => this.#failed(error));
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Ends the call because its listener or its greeting failed. */
  #failed(err: unknown): void {
    if (this.#over.signal.aborted) return;
    this.#options.logger?.info(
      { err, sessionId: this.sessionId },
      'the call ends because its listener or greeting failed',
    );
    this.refuse(SpeechError.from(err));
  }

  #finish(code: SessionCloseCode): void {
    if (this.#over.signal.aborted) return;
    this.#cancelStart();
    this.#isDone = true;
    this.#over.abort();
    this.#speech?.close();
    const error = this.#error;
    this.#line.close(code, error === undefined ? '' : `${error.code}: ${error.message}`);
    const [session, speech] = [this.#session, this.#speech];
    if (session !== undefined)
      this.#tell((listener) => listener.onEnd?.({ transcriptId: session.sessionId, error }));
    void Promise.all([session?.ended, speech?.idle]).then(this.#resolveEnded);
  }
}
