import { type AudioCodec, createPcm16Decoder, type StreamResampler } from '@parlance/core';
import { leaveSource } from './leave-source.ts';

/**
 * Brings audio as it comes in to samples at the recognizer's rate.
 *
 * @param audio 16-bit little-endian bytes, cut anywhere, or samples in [-1, 1]; mono at `fromHz`
 */
export function samplesOf(
  audio: AsyncIterable<Uint8Array | Float32Array>,
  { codec, fromHz, toHz }: { readonly codec: AudioCodec; readonly fromHz: number; readonly toHz: number },
): AsyncIterable<Float32Array> {
  return {
    // No generator: one that waits for its source would hear of its reader's leaving only when the source has answered.
    [Symbol.asyncIterator]() {
      const pieces = audio[Symbol.asyncIterator]();
      const bytes = createPcm16Decoder();
      let resampler: StreamResampler | undefined;
      let isOver = false;
      const end = (): void => {
        isOver = true;
        resampler?.dispose();
        resampler = undefined;
      };
      const nextPiece = async (): Promise<IteratorResult<Float32Array>> => {
        const opened = resampler ?? (await codec.openResampler(fromHz, toHz));
        if (isOver) {
          opened.dispose();
          return OVER;
        }
        resampler = opened;
        for (;;) {
          const piece = await pieces.next();
          if (isOver) return OVER;
          const samples =
            piece.done === true
              ? opened.finish()
              : opened.resample(
                  piece.value instanceof Float32Array ? piece.value : bytes.decode(piece.value),
                );
          if (piece.done === true) end();
          if (samples.length > 0) return { done: false, value: samples };
          if (piece.done === true) return OVER;
        }
      };
      return {
        async next() {
          if (isOver) return OVER;
          try {
            return await nextPiece();
          } catch (error) {
            end();
            leaveSource(audio, pieces);
            throw error;
          }
        },
        async return() {
          if (!isOver) leaveSource(audio, pieces);
          end();
          return OVER;
        },
      };
    },
  };
}

const OVER: IteratorReturnResult<undefined> = { done: true, value: undefined };
