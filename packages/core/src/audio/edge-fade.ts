/** Long enough that a cut makes no click, short enough to leave a consonant intact. */
export const FADE_MS = 4;

/**
 * Raised cosine from 0 to 1. It is evaluated between the sample positions, so that its first value is not exactly 0
 * and its last not exactly 1.
 */
function gainAt(index: number, fadeSamples: number): number {
  return 0.5 - 0.5 * Math.cos((Math.PI * (index + 0.5)) / fadeSamples);
}

/** Fades the beginning in, in place, over `fadeSamples` (a whole number, 0 or more), or over the whole signal if it is shorter. */
export function fadeIn(samples: Float32Array, fadeSamples: number): void {
  const length = Math.min(fadeSamples, samples.length);
  for (let index = 0; index < length; index++) {
    samples[index] = (samples[index] as number) * gainAt(index, length);
  }
}

/** Fades the end out, in place, over `fadeSamples` (a whole number, 0 or more), or over the whole signal if it is shorter. */
export function fadeOut(samples: Float32Array, fadeSamples: number): void {
  const length = Math.min(fadeSamples, samples.length);
  for (let index = 0; index < length; index++) {
    const position = samples.length - 1 - index;
    samples[position] = (samples[position] as number) * gainAt(index, length);
  }
}
