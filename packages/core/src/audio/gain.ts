import { amplitudeOfDb } from './signal-level.ts';

/** Samples above this are bent rather than cut off, so that louder speech does not crackle. */
const KNEE = 0.7;

/**
 * Makes a signal louder or softer. What would leave [-1, 1] is limited softly: above 0.7 the curve bends towards 1 (a hyperbolic
 * tangent that goes on with the slope it begins with).
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
