import { SpeechError } from '../errors/speech-error.ts';

/** Cuts a signal that arrives in chunks of any size into frames of one size. One for each stream. */
export interface Framer {
  /** @returns the frames that are now complete, in order; each in its own buffer, so each can be transferred */
  push(chunk: Float32Array): Float32Array[];
  /**
   * The same, for consumers that take many frames at a time.
   *
   * @returns the complete frames, one after another; the length is a multiple of the frame's, may be 0
   */
  pushBlock(chunk: Float32Array): Float32Array;
  /** Samples of a frame that is not complete yet. */
  readonly waitingSamples: number;
  /**
   * Ends the signal. The framer can then be used for another one.
   *
   * @param options.pad true: the remainder is filled with silence up to a whole frame
   * @returns the remainder; empty if the signal ended with a whole frame
   */
  flush(options: { readonly pad: boolean }): Float32Array;
}

/**
 * @throws SpeechError `INVALID_CONFIG` if `frameSamples` is not a whole number above 0
 */
export function createFramer({ frameSamples }: { readonly frameSamples: number }): Framer {
  if (!Number.isInteger(frameSamples) || frameSamples < 1) {
    throw new SpeechError(
      'INVALID_CONFIG',
      `A frame has ${frameSamples} samples; it must be a whole number above 0.`,
      {
        frameSamples,
      },
    );
  }
  // Each sample is copied once into its frame, and at most once more into `waiting`, whatever the chunking.
  const waiting = new Float32Array(frameSamples);
  let waitingSamples = 0;

  function pushBlock(chunk: Float32Array): Float32Array {
    const total = waitingSamples + chunk.length;
    const rest = total % frameSamples;
    if (total < frameSamples) {
      waiting.set(chunk, waitingSamples);
      waitingSamples = total;
      return new Float32Array(0);
    }
    const block = new Float32Array(total - rest);
    block.set(waiting.subarray(0, waitingSamples));
    block.set(chunk.subarray(0, chunk.length - rest), waitingSamples);
    waiting.set(chunk.subarray(chunk.length - rest));
    waitingSamples = rest;
    return block;
  }

  return {
    pushBlock,
    push(chunk) {
      const block = pushBlock(chunk);
      return Array.from({ length: block.length / frameSamples }, (_, index) =>
        block.slice(index * frameSamples, (index + 1) * frameSamples),
      );
    },
    get waitingSamples() {
      return waitingSamples;
    },
    flush({ pad }) {
      const samples = waitingSamples;
      waitingSamples = 0;
      const remainder = new Float32Array(pad && samples > 0 ? frameSamples : samples);
      remainder.set(waiting.subarray(0, samples));
      return remainder;
    },
  };
}
