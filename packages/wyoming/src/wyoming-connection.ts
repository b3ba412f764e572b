import type { Socket } from 'node:net';
import { SpeechError } from '@parlance/core/errors';
import type { Clock } from '@parlance/core/platform';
import { admitCaller, issueToken } from '@parlance/core/service';
import { systemClock, type TcpConnection } from '@parlance/sockets';
import { type ClientEvent, parseClientEvent } from './client-event.ts';
import { describeService } from './describe-service.ts';
import { type ErrorData, errorData } from './errors.ts';
import type { EventOutlet } from './event-outlet.ts';
import { type Frame, FrameReader, frameBytes } from './frame.ts';
import { IDLE_TIMEOUT_MS, WRITE_TIMEOUT_MS, type WyomingOptions } from './options.ts';
import { chooseVoice, speakTexts, spokenText } from './speak.ts';
import { StreamedText } from './streamed-text.ts';
import { Transcription } from './transcription.ts';

/** Unsent bytes above which the client is given up: it asks and reads nothing. */
const GIVE_UP_ABOVE_BYTES = 4_194_304;
/** Texts that may wait on one connection while another is spoken. */
const MAX_WAITING = 16;

type AudioFormat = Extract<ClientEvent, { readonly type: 'audio-start' | 'audio-chunk' }>;
type SynthesizeStart = Extract<ClientEvent, { readonly type: 'synthesize-start' }>;

/** One client. An error is told it and ends the connection: clients wait for an answer that would never come. */
export class WyomingConnection implements EventOutlet, TcpConnection {
  readonly ended: Promise<void>;
  readonly #options: WyomingOptions;
  readonly #socket: Socket;
  readonly #clock: Pick<Clock, 'after'>;
  readonly #reader = new FrameReader();
  readonly #stop = new AbortController();
  #cancelIdle: () => void = () => undefined;
  #language: string | undefined;
  #transcription: Transcription | undefined;
  #streamed: Promise<StreamedText> | undefined;
  #work: Promise<void> = Promise.resolve();
  #waitingTexts = 0;
  readonly #running = new Set<Promise<void>>();
  #isDraining = false;
  #errorCode: string | undefined;

  constructor(options: WyomingOptions, socket: Socket) {
    this.#options = options;
    this.#socket = socket;
    this.#clock = options.clock ?? systemClock;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    socket.setNoDelay(true);
    socket.on('data', (bytes) => this.#read(bytes));
    // A client that has said its last word gets no more answers: it has gone.
    socket.on('end', () => socket.destroy());
    socket.once('close', () => void this.#leave().then(resolve));
    this.#startIdle();
  }

  get errorCode(): string | undefined {
    return this.#errorCode;
  }

  async send(type: string, data?: object, payload?: Uint8Array): Promise<void> {
    if (this.#socket.writableEnded || this.#socket.destroyed) return;
    if (this.#socket.writableLength > GIVE_UP_ABOVE_BYTES) {
      this.#socket.destroy();
      return;
    }
    this.#startIdle();
    if (this.#socket.write(frameBytes(type, data, payload))) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#clock.after(WRITE_TIMEOUT_MS, () => this.#socket.destroy());
    this.#socket.once('drain', resolve).once('close', resolve);
    await promise;
    cancel();
    this.#socket.off('drain', resolve).off('close', resolve);
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  drain(): void {
    this.#isDraining = true;
    this.#endIfDrained();
  }

  /** Tells the client the error and ends the connection. */
  fail(error: ErrorData): void {
    if (this.#errorCode !== undefined || this.#socket.destroyed) return;
    this.#errorCode = error.code;
    void this.send('error', error);
    this.#stop.abort();
    // What the client still sends is read and dropped, or closing would throw the error away before it reads it.
    this.#socket.resume();
    this.#socket.end();
    const cancel = this.#clock.after(WRITE_TIMEOUT_MS, () => this.#socket.destroy());
    this.#socket.once('close', cancel);
  }

  stop(error: SpeechError): void {
    this.fail(errorData(error));
    this.#socket.destroySoon();
  }

  #read(bytes: Buffer): void {
    if (this.#errorCode !== undefined) return;
    this.#startIdle();
    try {
      for (const frame of this.#reader.push(bytes)) {
        this.#receive(frame);
        if (this.#errorCode !== undefined) return;
      }
    } catch (error) {
      this.fail(errorData(error));
    }
  }

  #receive(frame: Frame): void {
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
        if (this.#transcription !== undefined) throw unexpected(event.type, 'audio-stop has not come');
        this.#openTranscription(event);
        return;
      case 'audio-chunk':
        this.#hear(event, frame.payload);
        return;
      case 'audio-stop':
        this.#transcription?.finish();
        this.#transcription = undefined;
        return;
      case 'synthesize':
        // Within a stream it is the whole text again, for servers that speak no streams.
        if (this.#streamed !== undefined) return;
        spokenText(event.text);
        this.#speak(async (signal) => {
          const parts = await this.#voiceOf(event.voice);
          await speakTexts([spokenText(event.text)], { ...parts, signal });
        });
        return;
      case 'synthesize-start':
        this.#startStream(event);
        return;
      case 'synthesize-chunk':
        this.#changeStream(event.type, (text) => text.push(event.text));
        return;
      case 'synthesize-stop':
        this.#changeStream(event.type, (text) => text.finish());
        this.#streamed = undefined;
    }
  }

  #hear(format: AudioFormat, payload: Buffer): void {
    // Without audio-start, which some clients leave out.
    const transcription = this.#transcription ?? this.#openTranscription(format);
    if (format.rate !== transcription.sampleRateHz)
      throw new SpeechError(
        'INVALID_INPUT',
        `rate must stay ${transcription.sampleRateHz} until audio-stop; ${format.rate} came.`,
        { field: 'rate' },
      );
    if (payload.length % format.width !== 0)
      throw new SpeechError('INVALID_INPUT', 'The payload of audio-chunk must be whole samples of 2 bytes.');
    if (payload.length > 0) transcription.hear(payload);
  }

  #openTranscription({ rate }: AudioFormat): Transcription {
    const { service, appId } = this.#options;
    const transcription = new Transcription({
      service,
      outlet: this,
      sampleRateHz: rate,
      language: this.#language,
      onError: ({ code, message }) => this.fail({ code, text: message }),
    });
    this.#transcription = transcription;
    const leave = (): void => transcription.leave();
    this.#stop.signal.addEventListener('abort', leave, { once: true });
    void this.#run(async () => {
      transcription.open(await issueToken(service, appId));
      await transcription.ended;
      this.#stop.signal.removeEventListener('abort', leave);
    });
    return transcription;
  }

  #startStream({ voice }: SynthesizeStart): void {
    if (this.#streamed !== undefined) throw unexpected('synthesize-start', 'synthesize-stop has not come');
    const parts = this.#voiceOf(voice);
    const streamed = parts.then((found) => new StreamedText(found.voice));
    // Its failure is told where it is spoken.
    streamed.catch(() => undefined);
    this.#streamed = streamed;
    this.#speak(async (signal) => {
      const text = await streamed;
      if (signal.aborted) return;
      signal.addEventListener('abort', () => text.abandon(), { once: true });
      await speakTexts(text, { ...(await parts), signal });
      await this.send('synthesize-stopped');
    });
  }

  #changeStream(type: string, change: (text: StreamedText) => void): void {
    const streamed = this.#streamed;
    if (streamed === undefined) throw unexpected(type, 'synthesize-start has not come');
    void this.#run(async () => change(await streamed));
  }

  async #voiceOf(wanted: SynthesizeStart['voice']) {
    const { service, appId, defaultVoice } = this.#options;
    const app = await admitCaller(service, appId);
    const voice = await chooseVoice(service, wanted, { appId, defaultVoice });
    return { service, app, voice, outlet: this };
  }

  /** One after another. */
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
      .catch((error: unknown) => this.fail(errorData(error)))
      .then(() => {
        this.#running.delete(run);
        this.#endIfDrained();
      });
    this.#running.add(run);
    return run;
  }

  #endIfDrained(): void {
    if (this.#isDraining && this.#running.size === 0 && !this.#socket.destroyed)
      this.#socket.end(() => this.#socket.destroy());
  }

  #startIdle(): void {
    this.#cancelIdle();
    this.#cancelIdle = this.#clock.after(IDLE_TIMEOUT_MS, () => {
      if (this.#running.size > 0) return this.#startIdle();
      this.fail({ code: 'IDLE_TIMEOUT', text: `Nothing was sent for ${IDLE_TIMEOUT_MS / 1000} seconds.` });
    });
  }

  async #leave(): Promise<void> {
    this.#stop.abort();
    this.#cancelIdle();
    await Promise.all(this.#running);
  }
}

function unexpected(type: string, reason: string): SpeechError {
  return new SpeechError('INVALID_INPUT', `${type} is not expected: ${reason}.`, { field: 'type' });
}
