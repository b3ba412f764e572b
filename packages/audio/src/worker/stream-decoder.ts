/** Samples as a decoder gives them; its channels may be views of memory that the next call overwrites. */
export interface DecodedSamples {
  readonly channels: readonly Float32Array[];
  readonly sampleRateHz: number;
}

/** Decodes one recording that comes in pieces. Damaged frames are left out, as players do. */
export interface StreamDecoder {
  /** How many bytes to hand over at a time: so few that what a hostile file makes of them fits in memory. */
  readonly pieceBytes: number;
  decode(piece: Uint8Array): Promise<DecodedSamples> | DecodedSamples;
  /** What was held back until the end. */
  finish(): Promise<DecodedSamples> | DecodedSamples;
}

export const NO_SAMPLES: DecodedSamples = { channels: [], sampleRateHz: 0 };
