/** Long enough for two periods of a low voice (70 Hz), short enough that a plosive is not doubled. */
const FRAME_MS = 32;
/** How far a frame may move to meet the one before in phase: a period of 70 Hz. */
const SEEK_MS = 15;
/** The coarse search looks at every fourth place and every fourth sample, then closely around the best. */
const COARSE = 4;

/**
 * Changes the length of speech and keeps its pitch: WSOLA, overlapping frames that are each taken from where they continue the
 * last one best.
 *
 * @param samples mono in [-1, 1]; not changed
 * @param lengthSamples of the result, exactly
 * @returns a buffer of its own
 */
export function stretchTime(
  samples: Float32Array,
  { lengthSamples, sampleRateHz }: { readonly lengthSamples: number; readonly sampleRateHz: number },
): Float32Array<ArrayBuffer> {
  if (lengthSamples === samples.length) return Float32Array.from(samples);
  const result = new Float32Array(lengthSamples);
  const hop = Math.round((FRAME_MS / 2 / 1000) * sampleRateHz);
  const seek = Math.round((SEEK_MS / 1000) * sampleRateHz);
  if (samples.length === 0 || lengthSamples === 0) return result;
  const step = (samples.length - 1) / Math.max(1, lengthSamples - 1);
  const at = (index: number) => samples[index] ?? 0;

  /** Where the last frame would go on in the input. */
  let continuation = 0;
  result.set(samples.subarray(0, Math.min(hop, samples.length, lengthSamples)));
  continuation = hop;
  for (let start = hop; start < lengthSamples; start += hop) {
    const ideal = Math.round(start * step);
    const from =
      Math.abs(ideal - continuation) < 1 ? ideal : closest(samples, { continuation, ideal, seek, hop });
    const count = Math.min(hop, lengthSamples - start);
    for (let index = 0; index < count; index += 1) {
      const weight = 0.5 - 0.5 * Math.cos((Math.PI * (index + 0.5)) / hop);
      result[start + index] = at(continuation + index) * (1 - weight) + at(from + index) * weight;
    }
    continuation = from + hop;
  }
  return result;
}

interface Seek {
  readonly continuation: number;
  readonly ideal: number;
  readonly seek: number;
  readonly hop: number;
}

/** @returns the start near `ideal` whose samples are most like those at `continuation` */
function closest(samples: Float32Array, { continuation, ideal, seek, hop }: Seek): number {
  const last = Math.max(0, samples.length - hop);
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

/** Correlation over the square root of the other's energy: a loud place does not win by being loud. */
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
