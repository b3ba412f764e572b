/** The formats that a transcoder can write. */
export const TRANSCODER_CONTAINERS = ['opus', 'flac', 'aac', 'ogg'] as const;
export type TranscoderContainer = (typeof TRANSCODER_CONTAINERS)[number];

/** Audio of an unknown format: a file's path, or its bytes in order. */
export type TranscoderInput = string | AsyncIterable<Uint8Array>;

export interface TranscodeOptions {
  /** Aborts the work at once. */
  readonly signal?: AbortSignal;
  /** How long the work may take in all, in milliseconds. */
  readonly timeoutMs?: number;
}

export interface DecodeOptions extends TranscodeOptions {
  /** Rate of the samples that come out, in Hz. */
  readonly sampleRateHz: number;
  /** Audio longer than this is refused as soon as that many seconds have been decoded. */
  readonly maxSeconds?: number;
}

export interface EncodeOptions extends TranscodeOptions {
  readonly container: TranscoderContainer;
  /** Rate of the samples that go in, in Hz. */
  readonly sampleRateHz: number;
  /** Has no effect for flac. */
  readonly bitrateKbps?: number;
}

/** Reads and writes the formats that the built-in codecs do not support. Implemented by the audio package with ffmpeg. */
export interface Transcoder {
  /** Whether the program that it needs is installed. Never rejects. */
  isAvailable(): Promise<boolean>;
  /**
   * Decodes the first audio track. Leaving the loop aborts the work.
   *
   * @returns mono samples in [-1, 1], in windows of at most a second; the consumer owns each buffer
   * @throws SpeechError `TRANSCODER_UNAVAILABLE`, `AUDIO_NOT_READABLE`, `AUDIO_TOO_LONG`, `TRANSCODER_FAILED`, `ABORTED`
   */
  decode(input: TranscoderInput, options: DecodeOptions): AsyncIterable<Float32Array>;
  /**
   * Decodes the first audio track with all its channels. Leaving the loop aborts the work.
   *
   * @returns a WAV file of 16-bit samples whose header does not state its length; it may last a second longer than `maxSeconds`
   * @throws SpeechError `TRANSCODER_UNAVAILABLE`, `AUDIO_NOT_READABLE`, `TRANSCODER_FAILED`, `ABORTED`
   */
  decodeToWav(input: TranscoderInput, options: DecodeOptions): AsyncIterable<Uint8Array>;
  /**
   * Encodes mono samples in [-1, 1]. Leaving the loop aborts the work.
   *
   * @throws SpeechError `TRANSCODER_UNAVAILABLE`, `TRANSCODER_FAILED`, `ABORTED`, or what `samples` throws
   */
  encode(samples: AsyncIterable<Float32Array>, options: EncodeOptions): AsyncIterable<Uint8Array>;
}
