import { RECOGNITION_RATE_HZ } from '../families/family.ts';
import type { RawRecognition } from './tasks.ts';

/** The part of the addon's `OnlineRecognizer` that the sessions need. `Stream` is its handle for one stream. */
export interface StreamDecoder<Stream> {
  createStream(): Stream & {
    acceptWaveform(wave: { readonly samples: Float32Array; readonly sampleRate: number }): void;
    inputFinished(): void;
  };
  isReady(stream: Stream): boolean;
  decodeStreams(streams: readonly Stream[]): void;
  getResult(stream: Stream): {
    readonly text: string;
    readonly tokens: readonly string[];
    readonly timestamps: readonly number[];
    readonly ys_probs?: readonly number[];
  };
}

type StreamOf<Stream> = ReturnType<StreamDecoder<Stream>['createStream']>;

/** A caller that waits until its stream has nothing more to decode. */
interface Waiter<Stream> {
  readonly stream: StreamOf<Stream>;
  readonly resolve: (recognition: RawRecognition) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * The live streams of one thread. Audio that arrives within one turn of the event loop is decoded together: each round takes
 * every stream that has a chunk ready in one call of the addon.
 */
export class OnlineSessions<Stream> {
  readonly #decoder: StreamDecoder<Stream>;
  readonly #tailSamples: number;
  readonly #streams = new Map<number, StreamOf<Stream>>();
  #waiters: Waiter<Stream>[] = [];
  #isScheduled = false;

  /** @param options.tailSamples silence that fills a model's last chunk at an utterance's end, at 16 kHz */
  constructor(decoder: StreamDecoder<Stream>, options: { readonly tailSamples: number }) {
    this.#decoder = decoder;
    this.#tailSamples = options.tailSamples;
  }

  get openStreams(): number {
    return this.#streams.size;
  }

  open(streamId: number): void {
    this.#streams.set(streamId, this.#decoder.createStream());
  }

  /** @returns the hypothesis after the samples are decoded; `undefined` for a stream that is not open */
  accept(streamId: number, samples: Float32Array): Promise<RawRecognition> | undefined {
    const stream = this.#streams.get(streamId);
    return stream && this.#feed(stream, samples);
  }

  /** Flushes a stream and replaces it with a new one, since an ended stream accepts no more audio. */
  end(streamId: number): Promise<RawRecognition> | undefined {
    const stream = this.#streams.get(streamId);
    if (stream === undefined) return undefined;
    this.open(streamId);
    return this.#finish(stream);
  }

  /** Decodes one whole segment in a separate stream. */
  recognize(samples: Float32Array): Promise<RawRecognition> {
    const stream = this.#decoder.createStream();
    stream.acceptWaveform({ samples, sampleRate: RECOGNITION_RATE_HZ });
    return this.#finish(stream);
  }

  close(streamId: number): void {
    this.#streams.delete(streamId);
  }

  #finish(stream: StreamOf<Stream>): Promise<RawRecognition> {
    const decoded = this.#feed(stream, new Float32Array(this.#tailSamples));
    stream.inputFinished();
    return decoded;
  }

  #feed(stream: StreamOf<Stream>, samples: Float32Array): Promise<RawRecognition> {
    stream.acceptWaveform({ samples, sampleRate: RECOGNITION_RATE_HZ });
    return new Promise((resolve, reject) => {
      this.#waiters.push({ stream, resolve, reject });
      if (this.#isScheduled) return;
      this.#isScheduled = true;
      setImmediate(() => this.#decodeAll());
    });
  }

  #decodeAll(): void {
    this.#isScheduled = false;
    const waiters = this.#waiters;
    this.#waiters = [];
    try {
      // A stream with two waiters is decoded once, since the addon must not get it twice in one batch.
      let ready = [...new Set(waiters.map(({ stream }) => stream))];
      for (;;) {
        ready = ready.filter((stream) => this.#decoder.isReady(stream));
        if (ready.length === 0) break;
        this.#decoder.decodeStreams(ready);
      }
      for (const { stream, resolve } of waiters) resolve(this.#resultOf(stream));
    } catch (error) {
      for (const { reject } of waiters) reject(error);
    }
  }

  #resultOf(stream: StreamOf<Stream>): RawRecognition {
    const { text, tokens, timestamps, ys_probs = [] } = this.#decoder.getResult(stream);
    return { text, tokens, startSeconds: timestamps, logProbabilities: ys_probs };
  }
}
