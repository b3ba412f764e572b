import type { Credentials } from '../accounts/callers/authenticate.ts';
import { SpeechError } from '../errors/speech-error.ts';
import { LIMITS } from '../limits/limits.ts';
import { BufferedSession } from '../session/opening/buffered-session.ts';
import { SESSION_CLOSE_CODES, type SessionCloseCode, type SessionFault } from '../session/session-errors.ts';
import type { FinalResultMessage } from '../session/session-messages.ts';
import type { Call, CallFault, CallListener } from './call.ts';
import { CALL_RATE_HZ, type CallOptions } from './call-options.ts';
import type { CallSettings } from './call-settings.ts';
import { CallSpeech } from './call-speech.ts';
import type { Line } from './line.ts';
import { Playout } from './playout.ts';

/** What a call starts with. */
export interface CallStart {
  readonly callId: string;
  /** Called for the call's recognition, and again for each prompt: a call may outlive a token. */
  readonly credentials: () => Promise<Credentials>;
  readonly settings: CallSettings;
  readonly parameters: Readonly<Record<string, string>>;
}

/** How long the other side may take to identify the call. */
const START_WITHIN_MS = 5000;
const NO_TOKEN = 'The token of the call is missing, invalid or expired.';

/** A call from its connection to its end: a recognition session, and the prompts that are played to the caller. */
export class LiveCall {
  /** Resolves when everything of the call has ended. Never rejects. */
  readonly ended: Promise<void>;
  readonly #options: CallOptions;
  readonly #line: Line;
  readonly #resolveEnded: () => void;
  readonly #over = new AbortController();
  readonly #session: BufferedSession;
  #cancelStart: () => void;
  #start: CallStart | undefined;
  #speech: CallSpeech | undefined;
  #listener: CallListener | undefined;
  #isDone = false;
  #error: CallFault | undefined;

  constructor(options: CallOptions, line: Line) {
    this.#options = options;
    this.#line = line;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#resolveEnded = resolve;
    const message = `The call did not start within ${START_WITHIN_MS / 1000} seconds.`;
    this.#cancelStart = options.clock.after(START_WITHIN_MS, () =>
      this.refuse(new SpeechError('INVALID_INPUT', message)),
    );
    this.#session = new BufferedSession({
      onReady: () => this.#answer(),
      onInterim: ({ text }) => this.#tell((listener) => listener.onInterim?.(text)),
      onFinal: (final) => this.#heard(final),
      onNotice: ({ type }) => {
        if (type === 'speech-start') this.#speaking();
      },
      onError: (fault) => this.#ending(fault),
      close: (code) => this.#finish(code),
      pause: () => line.pause(),
      resume: () => line.resume(),
    });
  }

  /** Empty until the call is opened. */
  get sessionId(): string {
    return this.#session.sessionId;
  }

  get hasStarted(): boolean {
    return this.#start !== undefined;
  }

  get errorCode(): string | undefined {
    return this.#error?.code;
  }

  begin(start: CallStart): void {
    const { service, clock } = this.#options;
    this.#cancelStart();
    this.#start = start;
    this.#speech = new CallSpeech(service, start.credentials, new Playout(this.#line, clock));
    start
      .credentials()
      .then((credentials) => this.#listen(start, credentials))
      .catch((error: unknown) => this.refuse(SpeechError.from(error)));
  }

  #listen({ callId, settings }: CallStart, credentials: Credentials): void {
    const { webhookUrl: url } = settings;
    this.#session.open(this.#options.service, credentials, {
      maxSeconds: LIMITS.session.mostMaxSeconds,
      webhook: url === undefined ? undefined : { url, members: { callId } },
      config: {
        sampleRateHz: CALL_RATE_HZ,
        interimResults: true,
        speechCompleteTimeoutMs: LIMITS.session.defaultSpeechCompleteTimeoutMs,
        language: settings.language,
        speechNotices: true,
      },
    });
  }

  /** @param pcm in the format of {@link Line} */
  hear(pcm: Uint8Array): void {
    if (!this.#isDone) this.#session.receive({ type: 'audio', bytes: pcm });
  }

  press(digit: string): void {
    this.#session.whenReady(() => this.#tell((listener) => listener.onDigit?.(digit)));
  }

  /** The other side has played all audio before the mark. */
  reached(mark: string): void {
    this.#speech?.reached(mark);
  }

  /** Ends the call, whichever side hung up. The caller's last words are still recognized. */
  hangUp(): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#speech?.close();
    if (this.#session.isUntouched) this.refuse(new SpeechError('ABORTED', 'The call ended before it began.'));
    else this.#session.receive({ type: 'done' });
  }

  /** Ends the call because of invalid input on its connection. */
  refuse(error: SpeechError): void {
    const { code, message } = error;
    this.#error ??= { code, message };
    this.#isDone = true;
    this.#session.leave();
    this.#finish(error.fault === 'caller' ? SESSION_CLOSE_CODES.refused : SESSION_CLOSE_CODES.tryAgainLater);
  }

  stop(error: SpeechError): void {
    if (this.sessionId === '') this.refuse(error);
    else this.#session.stop(error);
  }

  arriving(): void {
    this.#session.arriving();
  }

  /** The connection is gone. */
  leave(): void {
    this.hangUp();
  }

  #heard({ text, startVoiceTime, endVoiceTime, confidenceScore, speechType }: FinalResultMessage): void {
    if (speechType !== 'detected-speech') return;
    const [startSeconds, endSeconds] = [startVoiceTime, endVoiceTime];
    const utterance = { text, startSeconds, endSeconds, confidence: confidenceScore };
    this.#tell((listener) => listener.onTranscript?.(utterance));
  }

  #speaking(): void {
    if (this.#start?.settings.bargeIn === true) this.#speech?.interrupt();
    this.#tell((listener) => listener.onSpeechStart?.());
  }

  #ending({ code, message }: SessionFault): void {
    this.#error = { code, message: code === 'UNAUTHORIZED' ? NO_TOKEN : message };
  }

  /** The token is valid: the application receives the call, then everything that arrived meanwhile. */
  #answer(): void {
    this.#tell(() => {
      this.#listener = this.#options.onCall?.(this.#handle());
    });
    const { greeting = '' } = this.#start?.settings ?? {};
    if (!this.#isDone && greeting !== '') this.#say(greeting).catch((error: unknown) => this.#failed(error));
  }

  #handle(): Call {
    return {
      callId: this.#start?.callId ?? '',
      parameters: this.#start?.parameters ?? {},
      signal: this.#over.signal,
      say: (text, options) => this.#sayForProgram(text, options),
      interrupt: () => this.#speech?.interrupt(),
      hangUp: () => this.hangUp(),
    };
  }

  #say(...[text, options = {}]: Parameters<Call['say']>): ReturnType<Call['say']> {
    const voiceCode = options.voiceCode ?? this.#start?.settings.voiceCode;
    return (this.#speech as CallSpeech).say(text, { ...options, voiceCode });
  }

  /** The program may ignore the promise. Without a handler, its rejection would end the process, and with it all other calls. */
  #sayForProgram(...text: Parameters<Call['say']>): ReturnType<Call['say']> {
    const said = this.#say(...text);
    said.catch((err: unknown) => {
      if (this.#isDone) return;
      this.#options.logger?.info({ err, sessionId: this.sessionId }, 'a text of the call was not spoken');
    });
    return said;
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
    // Once somebody has hung up, nothing can be said any more: that is no failure.
    if (this.#isDone && SpeechError.is(err) && err.code === 'ABORTED') return;
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
    const transcriptId = this.sessionId;
    if (transcriptId !== '') this.#tell((listener) => listener.onEnd?.({ transcriptId, error }));
    void Promise.all([this.#session.ended, this.#speech?.idle]).then(this.#resolveEnded);
  }
}
