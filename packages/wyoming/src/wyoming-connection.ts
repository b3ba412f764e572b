import { SpeechError } from '@parlance/core/errors';
import { LIMITS } from '@parlance/core/limits';
import { admitCaller, issueToken } from '@parlance/core/service';
import type { BufferedSession } from '@parlance/core/session';
import type { TcpClient, TcpConnection } from '@parlance/sockets';
import { type ClientEvent, parseClientEvent, type WantedVoice } from './client-event.ts';
import { describeService } from './describe-service.ts';
import { type ErrorData, errorData } from './errors.ts';
import type { EventOutlet } from './event-outlet.ts';
import { type Frame, FrameReader, frameBytes } from './frame.ts';
import { IDLE_TIMEOUT_MS, type WyomingOptions } from './options.ts';
import { chooseVoice, speakTexts, spokenText } from './speak.ts';
import { createStreamedText, type StreamedText } from './streamed-text.ts';
import { createTranscription } from './transcription.ts';

/** The maximum number of texts that may wait on a connection while another is synthesized. */
const MAX_WAITING = 16;

type AudioFormat = Extract<ClientEvent, { readonly type: 'audio-start' | 'audio-chunk' }>;

/** A client's connection. Errors are sent and then close it, since clients would wait for an answer forever. */
export class WyomingConnection implements EventOutlet, TcpConnection {
  readonly ended: Promise<void>;
  readonly #options: WyomingOptions;
  readonly #client: TcpClient;
  readonly #resolveEnded: () => void;
  readonly #reader = new FrameReader();
  readonly #stop = new AbortController();
  #language: string | undefined;
  #transcription: { readonly session: BufferedSession; readonly sampleRateHz: number } | undefined;
  #streamed: StreamedText | undefined;
  #work: Promise<void> = Promise.resolve();
  #waitingTexts = 0;
  readonly #running = new Set<Promise<void>>();
  #isDraining = false;
  #errorCode: string | undefined;

  constructor(options: WyomingOptions, client: TcpClient) {
    this.#options = options;
    this.#client = client;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#resolveEnded = resolve;
  }

  get errorCode(): string | undefined {
    return this.#errorCode;
  }

  send(type: string, data?: object, payload?: Uint8Array): Promise<void> {
    return this.#client.write(frameBytes(type, data, payload));
  }

  pause(): void {
    this.#client.pause();
  }

  resume(): void {
    this.#client.resume();
  }

  drain(): void {
    this.#isDraining = true;
    this.#closeIfDrained();
  }

  idle(): void {
    if (this.#running.size > 0) return;
    this.#fail({ code: 'IDLE_TIMEOUT', text: `Nothing was sent for ${IDLE_TIMEOUT_MS / 1000} seconds.` });
  }

  stop(error: SpeechError): void {
    this.#fail(errorData(error));
  }

  leave(): void {
    this.#stop.abort();
    void Promise.all(this.#running).then(this.#resolveEnded);
  }

  receive(bytes: Buffer): void {
    try {
      for (const frame of this.#reader.push(bytes)) {
        if (!this.#client.isOpen) return;
        this.#handle(frame);
      }
    } catch (error) {
      this.#fail(errorData(error));
    }
  }

  /** Sends the error and closes the connection. */
  #fail(error: ErrorData): void {
    if (!this.#client.isOpen) return;
    this.#errorCode = error.code;
    void this.send('error', error);
    this.#stop.abort();
    this.#client.close();
  }

  #handle(frame: Frame): void {
    const event = parseClientEvent(frame);
    if (event === undefined) return;
    switch (event.type) {
      case 'describe':
        void this.#run(async () =>
          this.send('info', await describeService(this.#options.service, this.#options.appId)),
        );
        return;
      case 'ping':
        void this.send('pong', { text: event.text ?? null });
        return;
      case 'transcribe':
        this.#language = event.language ?? undefined;
        return;
      case 'audio-start':
        if (this.#transcription !== undefined) throw unexpected(event.type, 'audio-stop is missing');
        this.#openTranscription(event);
        return;
      case 'audio-chunk':
        this.#hear(event, frame.payload);
        return;
      case 'audio-stop':
        this.#transcription?.session.receive({ type: 'done' });
        this.#transcription = undefined;
        return;
      case 'synthesize':
        // Within a stream this repeats the whole text, for servers without support for streams.
        if (this.#streamed !== undefined) return;
        this.#speakWhole(spokenText(event.text), event.voice);
        return;
      case 'synthesize-start':
        this.#startStream(event);
        return;
      case 'synthesize-chunk':
        this.#streamOf(event.type).push(event.text);
        return;
      case 'synthesize-stop':
        this.#streamOf(event.type).end();
        this.#streamed = undefined;
    }
  }

  #hear(format: AudioFormat, payload: Buffer): void {
    // Some clients omit audio-start.
    const transcription = this.#transcription ?? this.#openTranscription(format);
    if (format.rate !== transcription.sampleRateHz)
      throw new SpeechError(
        'INVALID_INPUT',
        `rate must stay ${transcription.sampleRateHz} until audio-stop; got ${format.rate}.`,
        { field: 'rate' },
      );
    if (payload.length % format.width !== 0)
      throw new SpeechError('INVALID_INPUT', 'The payload of audio-chunk must be whole 2-byte samples.');
    if (payload.length > 0) transcription.session.receive({ type: 'audio', bytes: payload });
  }

  #openTranscription({ rate: sampleRateHz }: AudioFormat) {
    const { service, appId } = this.#options;
    const language = this.#language;
    const session = createTranscription({
      outlet: this,
      language,
      onError: ({ code, message }) => this.#fail({ code, text: message }),
    });
    const leave = (): void => session.leave();
    this.#stop.signal.addEventListener('abort', leave, { once: true });
    const config = {
      sampleRateHz,
      interimResults: true,
      speechCompleteTimeoutMs: LIMITS.session.defaultSpeechCompleteTimeoutMs,
      language,
    };
    void this.#run(async () => {
      const token = await issueToken(service, appId);
      session.open(service, { token, appId: undefined, isAppImplied: true }, { config });
      await session.ended;
      this.#stop.signal.removeEventListener('abort', leave);
    });
    this.#transcription = { session, sampleRateHz };
    return this.#transcription;
  }

  #speakWhole(text: string, voice: WantedVoice): void {
    this.#speak(async (signal) => speakTexts([text], { ...(await this.#voiceOf(voice)), signal }));
  }

  #startStream({ voice }: { readonly voice?: WantedVoice }): void {
    if (this.#streamed !== undefined) throw unexpected('synthesize-start', 'synthesize-stop is missing');
    const streamed = createStreamedText();
    this.#streamed = streamed;
    this.#speak(async (signal) => {
      const parts = await this.#voiceOf(voice);
      if (signal.aborted) return;
      const end = (): void => streamed.end();
      signal.addEventListener('abort', end, { once: true });
      await speakTexts(streamed.sentences(parts.voice), { ...parts, signal });
      // An error closes the connection, but many texts may follow on it otherwise.
      signal.removeEventListener('abort', end);
      await this.send('synthesize-stopped');
    });
  }

  #streamOf(type: string): StreamedText {
    if (this.#streamed === undefined) throw unexpected(type, 'synthesize-start is missing');
    return this.#streamed;
  }

  async #voiceOf(wanted: WantedVoice) {
    const { service, appId, defaultVoice } = this.#options;
    const app = await admitCaller(service, appId);
    const voice = await chooseVoice(service, wanted, { appId, defaultVoice });
    return { service, app, voice, outlet: this };
  }

  /** Runs tasks one after another. */
  #speak(task: (signal: AbortSignal) => Promise<void>): void {
    if (this.#waitingTexts >= MAX_WAITING)
      throw new SpeechError('QUEUE_FULL', `More than ${MAX_WAITING} texts wait on this connection.`);
    const before = this.#work;
    this.#waitingTexts += 1;
    this.#work = this.#run(async () => {
      await before;
      if (!this.#stop.signal.aborted) await task(this.#stop.signal);
    });
    void this.#work.then(() => {
      this.#waitingTexts -= 1;
    });
  }

  /** @returns a promise that never rejects */
  #run(task: () => Promise<void>): Promise<void> {
    const run = task()
      .catch((error: unknown) => this.#fail(errorData(error)))
      .then(() => {
        this.#running.delete(run);
        this.#closeIfDrained();
      });
    this.#running.add(run);
    return run;
  }

  #closeIfDrained(): void {
    if (this.#isDraining && this.#running.size === 0) this.#client.close();
  }
}

function unexpected(type: string, reason: string): SpeechError {
  return new SpeechError('INVALID_INPUT', `${type} is not expected: ${reason}.`, { field: 'type' });
}
