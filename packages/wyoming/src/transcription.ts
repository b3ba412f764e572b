import type { SpeechError } from '@parlance/core/errors';
import { LIMITS } from '@parlance/core/limits';
import { AppendOnlyText, joinTranscript } from '@parlance/core/segmentation';
import type { SpeechService } from '@parlance/core/service';
import type { ClientMessage, RecognitionSession, ServerMessage, SessionFault } from '@parlance/core/session';
import { REFUSED_APP } from './errors.ts';
import type { EventOutlet } from './event-outlet.ts';

export interface TranscriptionOptions {
  readonly service: Pick<SpeechService, 'openSession'>;
  readonly outlet: EventOutlet;
  readonly sampleRateHz: number;
  readonly language: string | undefined;
  /** The session ended with an error: nothing more comes of it. */
  readonly onError: (fault: SessionFault) => void;
}

/** The audio between an `audio-start` and its `audio-stop`, on a live session. */
export class Transcription {
  readonly sampleRateHz: number;
  readonly ended: Promise<void>;
  readonly #options: TranscriptionOptions;
  readonly #text = new AppendOnlyText();
  readonly #finals: { readonly text: string }[] = [];
  readonly #resolveEnded: () => void;
  #session: RecognitionSession | undefined;
  /** What came before the session was ready; while there is any, the connection is not read. */
  #held: ClientMessage[] | undefined = [];
  #hasChunk = false;
  #hasLeft = false;

  constructor(options: TranscriptionOptions) {
    this.#options = options;
    this.sampleRateHz = options.sampleRateHz;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#resolveEnded = resolve;
  }

  open(token: string): void {
    if (this.#hasLeft) return;
    const { service, outlet, sampleRateHz, language } = this.#options;
    this.#session = service.openSession(
      { token, appId: undefined, isAppImplied: true },
      {
        send: (message) => this.#told(message),
        close: () => undefined,
        pause: () => outlet.pause(),
        resume: () => outlet.resume(),
      },
    );
    void this.#session.ended.then(this.#resolveEnded);
    const config = {
      sampleRateHz,
      interimResults: true,
      speechCompleteTimeoutMs: LIMITS.session.defaultSpeechCompleteTimeoutMs,
      language,
    };
    this.#session.receive({ type: 'config', config });
  }

  hear(bytes: Uint8Array): void {
    this.#receive({ type: 'audio', bytes });
  }

  /** All of the audio went before. */
  finish(): void {
    this.#receive({ type: 'done' });
  }

  stop(error: SpeechError): void {
    if (this.#session === undefined) this.leave();
    else this.#session.stop(error);
  }

  leave(): void {
    this.#hasLeft = true;
    if (this.#session === undefined) this.#resolveEnded();
    else this.#session.leave();
  }

  #receive(message: ClientMessage): void {
    if (this.#held === undefined) {
      this.#session?.receive(message);
      return;
    }
    this.#held.push(message);
    this.#options.outlet.pause();
  }

  #told(message: ServerMessage): void {
    switch (message.type) {
      case 'READY':
        this.#begin();
        return;
      case 'INTERIM_RESULT':
        this.#sendChunk(this.#text.interim(message.text));
        return;
      case 'FINAL_RESULT':
        this.#sendChunk(this.#text.final(message.text));
        if (message.text !== '') this.#finals.push({ text: message.text });
        return;
      case 'STREAM_END':
        this.#end();
        return;
      case 'ERROR': {
        const { code, message: text } = message;
        this.#options.onError({ code, message: code === 'UNAUTHORIZED' ? REFUSED_APP : text });
        return;
      }
      case 'PONG':
        return;
    }
  }

  #begin(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    void this.#options.outlet.send('transcript-start', this.#languageMember);
    // First: what was held may be so much audio that the session pauses the connection.
    this.#options.outlet.resume();
    for (const message of held) this.#receive(message);
  }

  #sendChunk(words: string): void {
    if (words === '') return;
    void this.#options.outlet.send('transcript-chunk', { text: this.#hasChunk ? ` ${words}` : words });
    this.#hasChunk = true;
  }

  #end(): void {
    void this.#options.outlet.send('transcript', {
      text: joinTranscript(this.#finals),
      ...this.#languageMember,
    });
    void this.#options.outlet.send('transcript-stop');
  }

  get #languageMember(): object {
    const { language } = this.#options;
    return language === undefined ? {} : { language };
  }
}
