/** A recording that is known to be readable: its header is sound and it has samples. */
export interface AudioRecording {
  readonly sampleRateHz: number;
  readonly channels: number;
  /** Samples per channel that are really there, whatever the header says. */
  readonly frames: number;
  /**
   * The signal as mono at another rate, in windows of bounded size. Several may be read at once.
   *
   * @returns samples in [-1, 1]; each buffer is the consumer's; `round(frames · rateHz / sampleRateHz)` in all
   */
  samples(rateHz: number, options?: SampleOptions): AsyncIterable<Float32Array>;
  /** Frees the file. Safe to call twice. */
  close(): Promise<void>;
}

export interface SampleOptions {
  /** The one channel to read, from 0; only of a recording opened with `keepsChannels`. Absent: the mean of all. */
  readonly channel?: number | undefined;
}

export interface OpenRecordingOptions {
  /** Whether single channels will be read. Default false: a compressed recording is mixed to mono while it is decoded. */
  readonly keepsChannels?: boolean | undefined;
  /** A compressed recording is given up as soon as it turns out to be longer than this. Default 12 500, nearly three and a half hours. */
  readonly maxSeconds?: number;
  /** Ends the decoding of a compressed recording. */
  readonly signal?: AbortSignal | undefined;
}

/** Opens recordings. Implemented by the audio package. */
export interface AudioReader {
  /**
   * @param source a whole file, or the path of one. Which formats are read is the implementation's matter; WAV always is
   * @throws SpeechError `AUDIO_NOT_READABLE` saying what is wrong with it, `AUDIO_TOO_LONG`, `ABORTED`, a storage code
   */
  open(source: Uint8Array | string, options?: OpenRecordingOptions): Promise<AudioRecording>;
  /**
   * Checks a recording whose caller waits for the answer.
   *
   * @param path of the file
   * @returns its length; `undefined` for a large compressed one, which would have to be decoded for it
   * @throws SpeechError as {@link open}
   */
  measure(
    path: string,
    options?: OpenRecordingOptions,
  ): Promise<Pick<AudioRecording, 'frames' | 'sampleRateHz'> | undefined>;
}
