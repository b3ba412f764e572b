import type { AudioFormat } from './output-format.ts';

/** Encodes samples as the bytes of one file or stream, in order. Not shared between requests. */
export interface StreamEncoder {
  /** @returns the bytes that are ready, beginning with the header; may be empty; the caller owns them */
  encode(samples: Float32Array): Uint8Array;
  /**
   * Present if the format's samples are 16-bit PCM: encodes samples that already are 16-bit PCM, in chunks of any size. Don't mix calls of
   * `encode` and `encodePcm16`, unless each chunk ends with a whole sample.
   *
   * @returns the bytes that are ready; the given bytes themselves if nothing precedes them
   */
  encodePcm16?(pcm: Uint8Array): Uint8Array;
  /** @returns the rest, such as MP3's last frames; the encoder cannot be used afterwards */
  finish(): Uint8Array;
  /** Frees the encoder before `finish`; safe to call afterwards too. */
  dispose(): void;
  /** Present with {@link EncoderOptions.hasLateHeader} if the format has a header that states the length. */
  readonly lateHeader?: LateHeader;
}

/** The first bytes of a file, made last. `encode` and `finish` return what follows them. */
export interface LateHeader {
  readonly bytes: number;
  /** To be called after `finish`. */
  make(): Uint8Array;
}

/** Changes the sample rate of one signal, chunk by chunk. Not shared between signals. */
export interface StreamResampler {
  /** @returns the samples that are ready; may be empty; in a new buffer */
  resample(samples: Float32Array): Float32Array;
  /** @returns the tail, so that the output has `round(input · to / from)` samples in all */
  finish(): Float32Array;
  dispose(): void;
}

/** Makes one signal longer or shorter and keeps its pitch, chunk by chunk. Not shared between signals. */
export interface StreamStretcher {
  /** @returns the samples that are ready; may be empty; in a new buffer */
  push(samples: Float32Array): Float32Array;
  /** @returns the rest, so that the output has `round(input / speed)` samples in all */
  finish(): Float32Array;
}

export interface EncoderOptions {
  /** true: a WAV header carries the streaming sizes 0xFFFFFFFF, since the length is not known yet */
  readonly streaming: boolean;
  /**
   * true: the caller can write the beginning of the file last, so that a WAV file is written chunk by chunk and still has its true
   * sizes. Only if `streaming` is false.
   */
  readonly hasLateHeader?: boolean;
}

/** The codecs and filters that the use cases need. Implemented by the audio package. */
export interface AudioCodec {
  /** Loads in advance what the first encoder and resampler need. Safe to call twice. */
  warm(): Promise<void>;
  openEncoder(format: AudioFormat, options: EncoderOptions): Promise<StreamEncoder>;
  openResampler(fromHz: number, toHz: number): Promise<StreamResampler>;
  /** @param speed above 1 makes it shorter */
  openStretcher(sampleRateHz: number, speed: number): StreamStretcher;
}
