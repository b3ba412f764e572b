/** One utterance, as it goes to a worker thread. Its samples come back as one chunk, or none for silence. */
export interface FliteTask {
  /** Printable ASCII. */
  readonly text: string;
  readonly voiceCode: string;
  readonly sampleRateHz: number;
  readonly durationStretch: number;
  /** Whether what the voice gives for a pause is noise. */
  readonly hasNoisyPauses: boolean;
  /** Absent: the voice's own. */
  readonly f0SpreadHz?: number;
}
