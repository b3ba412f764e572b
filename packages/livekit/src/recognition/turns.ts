import { AsyncIterableQueue, type VAD, type VADEvent, VADEventType, type VADStream } from '@livekit/agents';
import { AudioFrame } from '@livekit/rtc-node';
import { type AudioStretch, LiveAudio } from '@parlance/client';

export interface TurnsOptions {
  readonly sampleRateHz: number;
  readonly vad?: VAD | undefined;
  /** Audio from before the VAD noticed speech. */
  readonly preRollMs: number;
}

const MS_PER_SECOND = 1000;
/** Audio that is kept for another session if the connection is lost; longer than any utterance. */
const KEPT_SECONDS = 60;

/**
 * Divides the audio of a stream into turns: with a VAD into stretches of speech, without a VAD at each flush.
 *
 * Turns are positions in the audio, so it does not matter how far the VAD lags behind.
 */
export class Turns {
  readonly audio: LiveAudio;
  /** Turns in order, each available as soon as it begins. */
  readonly queue = new AsyncIterableQueue<AudioStretch>();
  readonly #options: TurnsOptions;
  readonly #vadStream: VADStream | undefined;
  #open: AudioStretch | undefined;
  #lastEnd = 0;
  /** Samples that the VAD has processed. */
  #heard = 0;
  #isWhole = false;
  #isClosed = false;

  constructor(options: TurnsOptions) {
    this.#options = options;
    this.audio = new LiveAudio({ maxSamples: KEPT_SECONDS * options.sampleRateHz });
    this.#vadStream = options.vad?.stream();
  }

  /** Reads frames, flushes and the VAD's events until the input ends. */
  async follow(input: AsyncIterable<AudioFrame | symbol>): Promise<void> {
    const listening = this.#listen();
    for await (const item of input) {
      if (typeof item === 'symbol') this.#flush();
      else this.#append(item);
    }
    this.audio.close();
    this.#isWhole = true;
    this.#pushToVad(silentFrame(this.#options.sampleRateHz));
    await listening;
    this.#end(this.audio.end);
    this.queue.close();
    this.close();
  }

  close(): void {
    if (!this.#isClosed) this.#vadStream?.close();
    this.#isClosed = true;
  }

  #append(frame: AudioFrame): void {
    const start = this.audio.end;
    // A copy, since the framework may reuse its buffer.
    this.audio.append(frame.data.slice());
    if (this.#vadStream === undefined) this.#begin(start);
    else this.#pushToVad(frame);
  }

  #pushToVad(frame: AudioFrame): void {
    if (!this.#isClosed) this.#vadStream?.pushFrame(frame);
  }

  #flush(): void {
    if (this.#vadStream === undefined) this.#end(this.audio.end);
  }

  /** Follows the VAD until it has processed all audio. It works in windows; the silence after the end fills the last one. */
  async #listen(): Promise<void> {
    if (this.#vadStream === undefined) return;
    for await (const event of this.#vadStream) {
      this.#onVad(event);
      if (this.#isWhole && this.#heard >= this.audio.end) return;
    }
  }

  #onVad({ type, frames, speechDuration }: VADEvent): void {
    const { sampleRateHz, preRollMs } = this.#options;
    switch (type) {
      case VADEventType.INFERENCE_DONE:
        for (const { samplesPerChannel } of frames) this.#heard += samplesPerChannel;
        return;
      case VADEventType.START_OF_SPEECH: {
        const before = Math.round(((speechDuration + preRollMs) / MS_PER_SECOND) * sampleRateHz);
        this.#begin(Math.max(this.#lastEnd, this.#heard - before));
        return;
      }
      case VADEventType.END_OF_SPEECH:
        this.#end(Math.min(this.#heard, this.audio.end));
    }
  }

  #begin(position: number): void {
    if (this.#open !== undefined) return;
    this.#open = { position };
    this.queue.put(this.#open);
  }

  #end(position: number): void {
    if (this.#open === undefined) return;
    this.#open.end = position;
    this.#lastEnd = position;
    this.#open = undefined;
    this.audio.wake();
  }
}

/** A second of silence, which is longer than the window of a VAD. */
function silentFrame(sampleRateHz: number): AudioFrame {
  return new AudioFrame(new Int16Array(sampleRateHz), sampleRateHz, 1, sampleRateHz);
}
