/** A recording that was judged readable: its header is sound and it has samples. */
export interface AudioRecording {
  readonly sampleRateHz: number;
  readonly channels: number;
  /** Samples per channel that are really there, whatever the header says. */
  readonly frames: number;
  /**
   * The signal as mono at another rate, in windows of bounded size.
   *
   * @returns samples in [-1, 1]; each buffer is the consumer's; `round(frames · rateHz / sampleRateHz)` in all
   */
  samples(rateHz: number): AsyncIterable<Float32Array>;
  /** Frees the file. Safe to call twice. */
  close(): Promise<void>;
}

/** Opens recordings. Implemented by the audio package. */
export interface AudioReader {
  /**
   * @param source a whole WAV file, or the path of one
   * @throws SpeechError `AUDIO_NOT_READABLE` saying what is wrong with it
   */
  open(source: Uint8Array | string): Promise<AudioRecording>;
}
