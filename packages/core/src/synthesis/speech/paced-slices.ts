import type { AudioFormat } from '../../audio/output-format.ts';

/** Lets other work of this thread go first. Absent: nothing else has to. */
export type YieldToEventLoop = () => Promise<void>;

/** Resampling and MP3 are done on the thread that serves requests: this much takes it some 3 ms. */
const SLICE_SECONDS = 0.25;
/** Of a stream, whose first bytes leave once it is turned: as little as gives a frame of MP3 at every rate. */
const FIRST_SLICE_SECONDS = 0.1;
/** Rounding to 16 bits takes a tenth of a millisecond a second, so fewer and larger pieces are sent. */
const LIGHT_SLICE_SECONDS = 4;

/** How many samples may be turned into a format at a time. */
export interface SliceSamples {
  /** Of what a listener waits for. */
  readonly first: number;
  readonly following: number;
}

export function sliceSamplesFor({ container, sampleRateHz }: AudioFormat, fromHz: number): SliceSamples {
  const isLight = container !== 'mp3' && sampleRateHz === fromHz;
  const following = Math.floor((isLight ? LIGHT_SLICE_SECONDS : SLICE_SECONDS) * fromHz);
  return { first: isLight ? following : Math.floor(FIRST_SLICE_SECONDS * fromHz), following };
}

/** @returns views of the samples, in order; between two of them other work has its turn */
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
