import type { Voice } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { LIMITS } from '@parlance/core/limits';
import { countChars, createGrowingSegmenter } from '@parlance/core/text';

/** A text that arrives in pieces, as the sentences that are sure, each as soon as it is. */
export class StreamedText implements AsyncIterable<string> {
  readonly #segmenter: ReturnType<typeof createGrowingSegmenter>;
  readonly #sentences: string[] = [];
  #chars = 0;
  #isWhole = false;
  #wake: () => void = () => undefined;

  constructor({ languageCode }: Pick<Voice, 'languageCode'>) {
    const maxUnitChars = LIMITS.synthesis.mostMaxLiveTextChars;
    this.#segmenter = createGrowingSegmenter({ languageCode, maxUnitChars, firstUnit: 'natural' });
  }

  /** @throws SpeechError `TEXT_TOO_LONG` */
  push(piece: string): void {
    const { maxBatchTextChars } = LIMITS.synthesis;
    this.#chars += countChars(piece);
    if (this.#chars > maxBatchTextChars)
      throw new SpeechError(
        'TEXT_TOO_LONG',
        `The text has more than ${maxBatchTextChars} characters; start another stream.`,
      );
    this.#add(this.#segmenter.push(piece));
  }

  finish(): void {
    this.#isWhole = true;
    this.#add(this.#segmenter.finish());
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string, void, undefined> {
    while (true) {
      for (let next = this.#sentences.shift(); next !== undefined; next = this.#sentences.shift()) yield next;
      if (this.#isWhole) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** The client left: nothing more is spoken. */
  abandon(): void {
    this.#sentences.length = 0;
    this.#isWhole = true;
    this.#wake();
  }

  #add(segments: readonly { readonly text: string }[]): void {
    this.#sentences.push(...segments.map(({ text }) => text));
    this.#wake();
  }
}
