import type { AudioFormat } from '../../audio/output-format.ts';

/** Lets other work of this thread run first. Absent: there is none. */
export type YieldToEventLoop = () => Promise<void>;

/** Resampling and MP3 encoding run on the thread that serves requests; this much takes some 3 ms. */
const SLICE_SECONDS = 0.25;
/** The first slice of a stream, after which the first bytes are sent: just enough for a frame of MP3 at every rate. */
const FIRST_SLICE_SECONDS = 0.1;
/** Rounding to 16 bits takes a tenth of a millisecond a second, so fewer and larger pieces are sent. */
const LIGHT_SLICE_SECONDS = 4;

/** How many samples may be encoded at a time. */
export interface SliceSamples {
  /** For the first slice, which a listener waits for. */
  readonly first: number;
  readonly following: number;
}

export function sliceSamplesFor({ container, sampleRateHz }: AudioFormat, fromHz: number): SliceSamples {
  const isLight = container !== 'mp3' && sampleRateHz === fromHz;
  const following = Math.floor((isLight ? LIGHT_SLICE_SECONDS : SLICE_SECONDS) * fromHz);
  return { first: isLight ? following : Math.floor(FIRST_SLICE_SECONDS * fromHz), following };
}

/** @returns views of the samples, in order; other work may run between two of them */
export async function* pacedSlices(
  samples: Float32Array,
  { first, following }: SliceSamples,
  yieldToEventLoop: YieldToEventLoop | undefined,
): AsyncGenerator<Float32Array, void, undefined> {
  for (let from = 0, size = first; from < samples.length; from += size, size = following) {
    if (from > 0) await yieldToEventLoop?.();
    yield samples.subarray(from, from + size);
  }
}
