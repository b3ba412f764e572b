/** A recording that is known to be readable: its header is valid and it has samples. */
export interface AudioRecording {
  readonly sampleRateHz: number;
  readonly channels: number;
  /** Samples per channel that are actually present, whatever the header states. */
  readonly frames: number;
  /**
   * The signal as mono at a requested rate, in windows of limited size. Several may be read at once.
   *
   * @returns samples in [-1, 1], `round(frames · rateHz / sampleRateHz)` in all; the consumer owns each buffer
   */
  samples(rateHz: number, options?: SampleOptions): AsyncIterable<Float32Array>;
  /** Frees the file. Safe to call twice. */
  close(): Promise<void>;
}

export interface SampleOptions {
  /** The channel to read, counted from 0; only for a recording opened with `keepsChannels`. Absent: the mean of all channels. */
  readonly channel?: number | undefined;
}

export interface OpenRecordingOptions {
  /** Whether single channels will be read. Default false: a compressed recording is mixed to mono while it is decoded. */
  readonly keepsChannels?: boolean | undefined;
  /** A compressed recording is refused as soon as it turns out to be longer than this. Default 12 500, nearly three and a half hours. */
  readonly maxSeconds?: number;
  /** Aborts the decoding of a compressed recording. */
  readonly signal?: AbortSignal | undefined;
}

/** Opens recordings. Implemented by the audio package. */
export interface AudioReader {
  /**
   * @param source a whole file, or the path of one. Which formats can be read depends on the implementation; WAV always can
   * @throws SpeechError `AUDIO_NOT_READABLE` stating what is wrong with the recording, `AUDIO_TOO_LONG`, `ABORTED`, a storage code
   */
  open(source: Uint8Array | string, options?: OpenRecordingOptions): Promise<AudioRecording>;
  /**
   * Checks a recording whose caller waits for the answer.
   *
   * @param path of the file
   * @returns its length; `undefined` for a large compressed recording, which would have to be decoded first
   * @throws SpeechError as {@link open}
   */
  measure(
    path: string,
    options?: OpenRecordingOptions,
  ): Promise<Pick<AudioRecording, 'frames' | 'sampleRateHz'> | undefined>;
}
