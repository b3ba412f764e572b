/** One utterance for a worker thread, which returns its samples as one chunk, or none for silence. */
export interface FliteTask {
  /** Printable ASCII. */
  readonly text: string;
  readonly voiceCode: string;
  readonly sampleRateHz: number;
  readonly durationStretch: number;
  /** Whether the voice makes noise in pauses. */
  readonly hasNoisyPauses: boolean;
  /** Absent: the voice's own. */
  readonly f0SpreadHz?: number;
}
