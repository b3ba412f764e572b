/** @returns the amplitude of a level in decibels relative to full scale (dBFS): 0 gives 1, -20 gives 0.1 */
export function amplitudeOfDb(levelDb: number): number {
  return 10 ** (levelDb / 20);
}

/** @returns the root mean square, 0 for no samples */
export function rmsOf(samples: Float32Array): number {
  if (samples.length === 0) return 0;
  let sum = 0;
  for (let index = 0; index < samples.length; index += 1) {
    const sample = samples[index] as number;
    sum += sample * sample;
  }
  return Math.sqrt(sum / samples.length);
}
