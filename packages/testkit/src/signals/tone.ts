/** Well inside [-1, 1], and far from silence. */
const TONE_AMPLITUDE = 0.3;

export interface ToneOptions {
  readonly frequencyHz: number;
  readonly sampleRateHz: number;
  readonly lengthSamples: number;
  /** Begins with this sample of the tone. Default 0. */
  readonly fromSamples?: number;
}

/** @returns a sine that is zero at its sample 0 and peaks at 0.3, in a new buffer */
export function tone({
  frequencyHz,
  sampleRateHz,
  lengthSamples,
  fromSamples = 0,
}: ToneOptions): Float32Array {
  const radiansPerSample = (2 * Math.PI * frequencyHz) / sampleRateHz;
  return Float32Array.from(
    { length: lengthSamples },
    (_, index) => TONE_AMPLITUDE * Math.sin(radiansPerSample * (fromSamples + index)),
  );
}
