import { amplitudeOfDb } from './signal-level.ts';

/** Samples above this are compressed instead of clipped, so that louder speech does not crackle. */
const KNEE = 0.7;

/**
 * Makes a signal louder or softer. Values that would leave [-1, 1] are limited softly: above 0.7 the curve bends towards 1 (a hyperbolic
 * tangent with the same slope at that point).
 *
 * @param samples not changed
 * @param gainDb decibels; `-Infinity` gives silence
 */
export function withGain(samples: Float32Array, gainDb: number): Float32Array {
  const factor = amplitudeOfDb(gainDb);
  return samples.map((sample) => (factor <= 1 ? sample * factor : limited(sample * factor)));
}

function limited(sample: number): number {
  const size = Math.abs(sample);
  if (size <= KNEE) return sample;
  return Math.sign(sample) * (KNEE + (1 - KNEE) * Math.tanh((size - KNEE) / (1 - KNEE)));
}
