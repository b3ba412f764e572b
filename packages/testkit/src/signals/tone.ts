/** Well inside [-1, 1], and far from silence. */
const TONE_AMPLITUDE = 0.3;

export interface ToneOptions {
  readonly frequencyHz: number;
  readonly sampleRateHz: number;
  readonly lengthSamples: number;
}

/** @returns a sine that begins at zero and peaks at 0.3, in a new buffer */
export function tone({ frequencyHz, sampleRateHz, lengthSamples }: ToneOptions): Float32Array {
  const radiansPerSample = (2 * Math.PI * frequencyHz) / sampleRateHz;
  return Float32Array.from(
    { length: lengthSamples },
    (_, index) => TONE_AMPLITUDE * Math.sin(radiansPerSample * index),
  );
}
