/**
 * Mixes channels to mono: their mean, clipped, since lossy codecs may exceed full scale.
 *
 * @returns samples in [-1, 1] in a new buffer; NaN counts as 0
 */
export function monoOf(channels: readonly Float32Array[]): Float32Array {
  const mono = new Float32Array(channels[0]?.length ?? 0);
  for (const channel of channels) {
    for (let at = 0; at < mono.length; at += 1) mono[at] = (mono[at] ?? 0) + (channel[at] ?? 0);
  }
  for (let at = 0; at < mono.length; at += 1) {
    const mean = (mono[at] ?? 0) / channels.length;
    mono[at] = Number.isFinite(mean) ? Math.min(1, Math.max(-1, mean)) : 0;
  }
  return mono;
}
