import { createTimeStretcher } from './time-stretcher.ts';

/**
 * Changes the length of speech without changing its pitch.
 *
 * @param samples mono in [-1, 1]; not changed
 * @param lengthSamples the exact length of the result
 * @returns a new buffer
 */
export function stretchTime(
  samples: Float32Array,
  { lengthSamples, sampleRateHz }: { readonly lengthSamples: number; readonly sampleRateHz: number },
): Float32Array<ArrayBuffer> {
  if (lengthSamples === samples.length) return Float32Array.from(samples);
  const result = new Float32Array(lengthSamples);
  if (samples.length === 0) return result;
  const stretcher = createTimeStretcher(sampleRateHz, samples.length / lengthSamples);
  const beginning = stretcher.push(samples);
  result.set(beginning);
  result.set(stretcher.finish(), beginning.length);
  return result;
}
