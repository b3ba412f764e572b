/** A text that somebody writes while somebody else reads it. */
export interface TextQueue {
  readonly pieces: AsyncIterable<string>;
  push(piece: string): void;
  end(): void;
}

export function createTextQueue(): TextQueue {
  let waiting: string[] = [];
  let isEnded = false;
  let wake = (): void => undefined;
  return {
    push(piece) {
      waiting.push(piece);
      wake();
    },
    end() {
      isEnded = true;
      wake();
    },
    pieces: {
      async *[Symbol.asyncIterator]() {
        for (;;) {
          // As one piece: a segmenter looks at its text once for each.
          const piece = waiting.join('');
          waiting = [];
          if (piece !== '') yield piece;
          else if (isEnded) return;
          else await new Promise<void>((resolve) => (wake = resolve));
        }
      },
    },
  };
}
