/**
 * Replaces what is not a finite number by 0: one such sample would spoil the state of LAME or of a filter.
 *
 * @returns `samples` itself when nothing had to be replaced, which is nearly always
 */
export function finiteSamples(samples: Float32Array): Float32Array {
  for (const sample of samples) {
    if (!Number.isFinite(sample)) return samples.map((value) => (Number.isFinite(value) ? value : 0));
  }
  return samples;
}
