/** Samples of a decoder; the channels may be views of memory that the next call overwrites. */
export interface DecodedSamples {
  readonly channels: readonly Float32Array[];
  readonly sampleRateHz: number;
}

/** Decodes a recording that arrives in pieces. Like players, it skips damaged frames. */
export interface StreamDecoder {
  /** The number of bytes to pass at a time: small enough that the output of a malicious file fits in memory. */
  readonly pieceBytes: number;
  decode(piece: Uint8Array): Promise<DecodedSamples> | DecodedSamples;
  /** Returns buffered samples at the end. */
  finish(): Promise<DecodedSamples> | DecodedSamples;
}

export const NO_SAMPLES: DecodedSamples = { channels: [], sampleRateHz: 0 };
