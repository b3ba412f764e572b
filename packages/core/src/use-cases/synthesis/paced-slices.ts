import type { AudioFormat } from '../../domain/audio/output-format.ts';

/** Lets other work of this thread go first. Absent: nothing else has to. */
export type Breathe = () => Promise<void>;

/**
 * Resampling and MP3 are done on the thread that serves requests: this much takes it some 3 ms, and a stream's first bytes leave
 * after as long.
 */
const SLICE_SECONDS = 0.25;
/** Rounding to 16 bits takes a tenth of a millisecond a second, so fewer and larger pieces are sent. */
const LIGHT_SLICE_SECONDS = 4;

/** @returns how many samples may be turned into a format at a time */
export function sliceSamplesFor({ container, sampleRateHz }: AudioFormat, fromHz: number): number {
  const isLight = container !== 'mp3' && sampleRateHz === fromHz;
  return Math.floor((isLight ? LIGHT_SLICE_SECONDS : SLICE_SECONDS) * fromHz);
}

/** @returns views of the samples, in order; between two of them other work has its turn */
export async function* pacedSlices(
  samples: Float32Array,
  sliceSamples: number,
  breathe: Breathe | undefined,
): AsyncGenerator<Float32Array, void, undefined> {
  for (let from = 0; from < samples.length; from += sliceSamples) {
    if (from > 0) await breathe?.();
    yield samples.subarray(from, from + sliceSamples);
  }
}
