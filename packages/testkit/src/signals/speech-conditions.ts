import { peak } from './signal-measures.ts';

/** Peaks at which speech has to be heard: full scale, and 24 dB below, as of somebody who is far from the microphone. */
export const LEVELS = [1, 1 / 16] as const;

/** What the converters of cheap sound cards add to each sample. */
export const OFFSET = 0.02;

/** @returns the samples, amplified or attenuated so that this is their peak */
export function atLevel(samples: Float32Array, level: number): Float32Array {
  const gain = level / peak(samples);
  return samples.map((sample) => sample * gain);
}

/** @returns the samples with {@link OFFSET} added, and so much quieter that none exceeds full scale */
export function withOffset(samples: Float32Array): Float32Array {
  return samples.map((sample) => sample * (1 - OFFSET) + OFFSET);
}

/** @returns the samples as a part of a larger buffer, as in a caller who reads into one */
export function viewOf(samples: Float32Array): Float32Array {
  const start = samples.length >> 1;
  const view = new Float32Array(samples.length * 2).fill(0.5).subarray(start, start + samples.length);
  view.set(samples);
  return view;
}
