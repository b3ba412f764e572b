/** The lowest level that is returned, in dBFS, since the level of digital silence is not finite. */
export const LOWEST_DB = -120;

/** @returns the root mean square in dBFS (a full-scale square wave is 0), at least {@link LOWEST_DB} */
export function rmsDb(samples: Float32Array): number {
  if (samples.length === 0) return LOWEST_DB;
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  return Math.max(LOWEST_DB, 10 * Math.log10(power));
}

/** @returns the largest absolute value, 0 for no samples */
export function peak(samples: Float32Array): number {
  let most = 0;
  for (const sample of samples) most = Math.max(most, Math.abs(sample));
  return most;
}

/**
 * The fraction of samples at full scale: at 1 as a 16-bit encoder writes it, or beyond.
 *
 * @returns 0 to 1; 0 for no samples
 */
export function clippedFraction(samples: Float32Array): number {
  if (samples.length === 0) return 0;
  const fullScale = 32_767 / 32_768;
  return (
    samples.reduce((count, sample) => count + (Math.abs(sample) >= fullScale ? 1 : 0), 0) / samples.length
  );
}

/** A stretch of a signal. */
export interface Stretch {
  readonly startSamples: number;
  /** The length; 0 if there is no such stretch. */
  readonly samples: number;
}

export interface SilenceOptions {
  /** The highest sample that still counts as silence, in dBFS; default -60. `-Infinity` finds digital silence. */
  readonly thresholdDb?: number;
}

/** @returns the longest stretch in which no sample is above the threshold; the first of equal ones */
export function longestSilence(samples: Float32Array, options: SilenceOptions = {}): Stretch {
  const threshold = 10 ** ((options.thresholdDb ?? -60) / 20);
  let longest: Stretch = { startSamples: 0, samples: 0 };
  let start = 0;
  for (let index = 0; index < samples.length; index++) {
    if (Math.abs(samples[index] as number) > threshold) start = index + 1;
    else if (index + 1 - start > longest.samples)
      longest = { startSamples: start, samples: index + 1 - start };
  }
  return longest;
}
