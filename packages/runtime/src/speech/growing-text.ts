import { SpeechError } from '@parlance/core/errors';
import { LIMITS } from '@parlance/core/limits';
import type { GrowingText } from '@parlance/core/synthesis';
import { countChars } from '@parlance/core/text';
import { leaveSource } from './leave-source.ts';

/** A text that is still being written, and the number of characters so far. */
export interface CountedText {
  readonly pieces: GrowingText;
  /** Code points so far, without white space at both ends. */
  readonly characters: number;
}

const HIGH_SURROGATE_AT_END = /[\ud800-\udbff]$/;

/** Counts a text while it arrives, and refuses it once it is longer than the limit for any text. */
export function countText(source: GrowingText): CountedText {
  const { maxBatchTextChars } = LIMITS.synthesis;
  let characters = 0;
  /** White space that counts only if text follows. */
  let spaces = '';
  /** A high surrogate whose low surrogate arrives with the next piece. */
  let half = '';
  const count = (piece: string): void => {
    const whole = half + piece;
    half = HIGH_SURROGATE_AT_END.exec(whole)?.[0] ?? '';
    const text = whole.slice(0, whole.length - half.length);
    const said = characters === 0 ? text.trimStart() : spaces + text;
    const trimmed = said.trimEnd();
    spaces = said.slice(trimmed.length);
    characters += countChars(trimmed);
    if (characters <= maxBatchTextChars) return;
    throw new SpeechError(
      'TEXT_TOO_LONG',
      `text has more than ${maxBatchTextChars} characters; that is the limit.`,
      {
        field: 'text',
        limit: maxBatchTextChars,
      },
    );
  };
  return {
    get characters() {
      return characters;
    },
    pieces: {
      // Not a generator: while it waits for its source, it would notice that its reader left only after the source's next item.
      [Symbol.asyncIterator]() {
        const items = source[Symbol.asyncIterator]();
        const leave = async (): Promise<IteratorResult<string>> => {
          leaveSource(source, items);
          return { done: true, value: undefined };
        };
        return {
          async next() {
            const item = await items.next();
            if (item.done === true) return item;
            try {
              count(item.value);
            } catch (error) {
              void leave().catch(() => undefined);
              throw error;
            }
            return item;
          },
          return: leave,
        };
      },
    },
  };
}
