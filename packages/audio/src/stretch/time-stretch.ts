import { crossFade, framesAt, likestPlace } from './frames.ts';

/**
 * Changes the length of speech without changing its pitch, with WSOLA: overlapping frames, each taken from where it continues the
 * last one best.
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
  const { hop, seek } = framesAt(sampleRateHz);
  if (samples.length === 0 || lengthSamples === 0) return result;
  const step = (samples.length - 1) / Math.max(1, lengthSamples - 1);

  /** The position in the input where the last frame would continue. */
  let continuation = 0;
  result.set(samples.subarray(0, Math.min(hop, samples.length, lengthSamples)));
  continuation = hop;
  for (let start = hop; start < lengthSamples; start += hop) {
    const ideal = Math.round(start * step);
    const from =
      Math.abs(ideal - continuation) < 1 ? ideal : likestPlace(samples, { continuation, ideal, seek, hop });
    crossFade(samples, { continuation, from, hop }, result.subarray(start, start + hop));
    continuation = from + hop;
  }
  return result;
}
