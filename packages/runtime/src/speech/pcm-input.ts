import {
  type AudioCodec,
  createPcm16Decoder,
  type Pcm16Decoder,
  type StreamResampler,
  samplesOfInt16,
} from '@parlance/core/audio';
import { SpeechError } from '@parlance/core/errors';
import { leaveSource } from './leave-source.ts';
import type { PcmPiece } from './speech.ts';

/**
 * Converts incoming audio to samples at the recognizer's sample rate.
 *
 * @param audio mono at `fromHz`
 * @throws SpeechError `INVALID_INPUT` during iteration for a chunk of another type
 */
export function samplesOf(
  audio: AsyncIterable<PcmPiece>,
  { codec, fromHz, toHz }: { readonly codec: AudioCodec; readonly fromHz: number; readonly toHz: number },
): AsyncIterable<Float32Array> {
  return {
    // Not a generator: while it waits for its source, it would notice that its reader left only after the source's next item.
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
            piece.done === true ? opened.finish() : opened.resample(samplesIn(piece.value, bytes));
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

/** Checks the type at run time: other kinds of numbers would be recognized as noise, or as silence. */
function samplesIn(piece: PcmPiece, bytes: Pcm16Decoder): Float32Array {
  if (piece instanceof Float32Array) return piece;
  if (piece instanceof Uint8Array) return bytes.decode(piece);
  if (piece instanceof Int16Array) return samplesOfInt16(piece);
  throw new SpeechError(
    'INVALID_INPUT',
    'Each chunk of audio must be a Uint8Array of 16-bit little-endian PCM, an Int16Array, or a Float32Array of samples from -1 to 1.',
    { field: 'audio' },
  );
}
