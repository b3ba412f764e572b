import type { Voice } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { LIMITS } from '@parlance/core/limits';
import { countChars, createTextQueue, segmentGrowingText } from '@parlance/core/text';

/** A text that arrives in pieces. */
export interface StreamedText {
  /** @throws SpeechError `TEXT_TOO_LONG` */
  push(piece: string): void;
  end(): void;
  /** Yields each sentence as soon as its end is certain. */
  sentences(voice: Pick<Voice, 'languageCode'>): AsyncIterable<string>;
}

export function createStreamedText(): StreamedText {
  const { maxBatchTextChars, mostMaxLiveTextChars: maxUnitChars } = LIMITS.synthesis;
  const queue = createTextQueue();
  let chars = 0;
  return {
    push(piece) {
      chars += countChars(piece);
      const message = `The text has more than ${maxBatchTextChars} characters; start another stream.`;
      if (chars > maxBatchTextChars) throw new SpeechError('TEXT_TOO_LONG', message);
      queue.push(piece);
    },
    end: () => queue.end(),
    async *sentences({ languageCode }) {
      const options = { languageCode, maxUnitChars, firstUnit: 'natural' } as const;
      for await (const { text } of segmentGrowingText(queue.pieces, options)) yield text;
    },
  };
}
