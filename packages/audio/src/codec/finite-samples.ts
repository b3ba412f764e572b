/**
 * Replaces samples that are not finite by 0, since one of them would corrupt the state of LAME or of a filter.
 *
 * @returns `samples` itself if nothing had to be replaced, which is nearly always the case
 */
export function finiteSamples(samples: Float32Array): Float32Array {
  for (const sample of samples) {
    if (!Number.isFinite(sample)) return samples.map((value) => (Number.isFinite(value) ? value : 0));
  }
  return samples;
}
