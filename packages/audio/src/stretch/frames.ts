/** Long enough for two periods of a low voice (70 Hz), short enough that a plosive is not doubled. */
const FRAME_MS = 32;
/** How far a frame may be shifted to match the phase of the previous one: a period of 70 Hz. */
const SEEK_MS = 15;
/** The coarse search uses every fourth position and every fourth sample; then a fine search follows around the best position. */
const COARSE = 4;

/** @returns the hop between frames in samples, which is also their overlap, and the maximum shift of a frame */
export function framesAt(sampleRateHz: number): { readonly hop: number; readonly seek: number } {
  return {
    hop: Math.round((FRAME_MS / 2 / 1000) * sampleRateHz),
    seek: Math.round((SEEK_MS / 1000) * sampleRateHz),
  };
}

interface Join {
  /** The position where the last frame would continue. */
  readonly continuation: number;
  /** The start of the next frame. */
  readonly from: number;
  readonly hop: number;
}

/** Cross-fades the end of one frame with the beginning of the next, within a hop or all of a shorter target; beyond the samples there is silence. */
export function crossFade(
  samples: Float32Array,
  { continuation, from, hop }: Join,
  target: Float32Array,
): void {
  const fade = Math.min(hop, target.length);
  for (let index = 0; index < target.length; index += 1) {
    const weight = index < fade ? 0.5 - 0.5 * Math.cos((Math.PI * (index + 0.5)) / fade) : 1;
    target[index] =
      (samples[continuation + index] ?? 0) * (1 - weight) + (samples[from + index] ?? 0) * weight;
  }
}

interface Seek {
  readonly continuation: number;
  readonly ideal: number;
  readonly seek: number;
  readonly hop: number;
}

/** @returns the start near `ideal` whose samples are most similar to those at `continuation` */
export function likestPlace(samples: Float32Array, { continuation, ideal, seek, hop }: Seek): number {
  // A frame is followed by as many samples as the next one is faded in over.
  const last = Math.max(0, samples.length - 2 * hop);
  const low = Math.max(0, Math.min(ideal - seek, last));
  const high = Math.max(low, Math.min(ideal + seek, last));
  const search = (from: number, to: number, stride: number): number => {
    let best = from;
    let bestLikeness = Number.NEGATIVE_INFINITY;
    for (let start = from; start <= to; start += stride) {
      const likeness = likenessOf(samples, { one: continuation, other: start, count: hop, stride });
      if (likeness > bestLikeness) [best, bestLikeness] = [start, likeness];
    }
    return best;
  };
  const near = search(low, high, COARSE);
  return search(Math.max(low, near - COARSE), Math.min(high, near + COARSE), 1);
}

/** Correlation, divided by the square root of the energy, so that loud positions have no advantage. */
function likenessOf(
  samples: Float32Array,
  { one, other, count, stride }: { one: number; other: number; count: number; stride: number },
): number {
  let product = 0;
  let energy = 1e-9;
  for (let index = 0; index < count; index += stride) {
    const there = samples[other + index] ?? 0;
    product += (samples[one + index] ?? 0) * there;
    energy += there * there;
  }
  return product / Math.sqrt(energy);
}
