import type { AudioFormat } from './output-format.ts';

/** Turns samples into the bytes of one file or stream, in order. Not shared between requests. */
export interface StreamEncoder {
  /** @returns the bytes that are ready, the header among the first; may be empty; the caller owns them */
  encode(samples: Float32Array): Uint8Array;
  /**
   * Present where the format's samples are 16-bit PCM: the same for samples that are so already, cut anywhere. Calls of one
   * kind alone, or each after whole samples.
   *
   * @returns the bytes that are ready; those given, where nothing goes before them
   */
  encodePcm16?(pcm: Uint8Array): Uint8Array;
  /** @returns the rest, MP3's last frames for one; the encoder is spent afterwards */
  finish(): Uint8Array;
  /** Frees it before `finish`; safe afterwards too. */
  dispose(): void;
  /** Present with {@link EncoderOptions.hasLateHeader} where the format has a header that says the length. */
  readonly lateHeader?: LateHeader;
}

/** The first bytes of a file, made last. `encode` and `finish` give what lies behind them. */
export interface LateHeader {
  readonly bytes: number;
  /** After `finish`. */
  make(): Uint8Array;
}

/** Changes the sample rate of one signal, piece by piece. Not shared between signals. */
export interface StreamResampler {
  /** @returns what is ready; may be empty; a buffer of its own */
  resample(samples: Float32Array): Float32Array;
  /** @returns the tail, so that the whole has `round(input · to / from)` samples */
  finish(): Float32Array;
  dispose(): void;
}

/** Makes one signal longer or shorter and keeps its pitch, piece by piece. Not shared between signals. */
export interface StreamStretcher {
  /** @returns what is ready; may be empty; a buffer of its own */
  push(samples: Float32Array): Float32Array;
  /** @returns the rest, so that the whole has `round(input / speed)` samples */
  finish(): Float32Array;
}

export interface EncoderOptions {
  /** true: a WAV header carries the streaming sizes 0xFFFFFFFF, since the length is not known yet */
  readonly streaming: boolean;
  /**
   * true: the caller can write the beginning of the file last, so that a WAV file leaves piece by piece and still has its true
   * sizes. With `streaming` false only.
   */
  readonly hasLateHeader?: boolean;
}

/** The codecs that the use cases need. Implemented by the audio package. */
export interface AudioCodec {
  /** Loads what the first encoder and resampler would otherwise wait for. Safe to call twice. */
  warm(): Promise<void>;
  openEncoder(format: AudioFormat, options: EncoderOptions): Promise<StreamEncoder>;
  openResampler(fromHz: number, toHz: number): Promise<StreamResampler>;
  /** @param speed above 1 makes it shorter */
  openStretcher(sampleRateHz: number, speed: number): StreamStretcher;
}
