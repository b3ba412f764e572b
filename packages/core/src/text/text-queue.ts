import { createAsyncQueue } from '../platform/async-queue.ts';

/** A text that somebody writes while somebody else reads it. */
export interface TextQueue {
  readonly pieces: AsyncIterable<string>;
  push(piece: string): void;
  end(): void;
}

export function createTextQueue(): TextQueue {
  const queue = createAsyncQueue<string>();
  return {
    push: queue.push,
    end: queue.end,
    pieces: {
      async *[Symbol.asyncIterator]() {
        // What waits is one piece: a segmenter looks at its text once for each.
        for await (const waiting of queue.batches()) {
          const piece = waiting.join('');
          if (piece !== '') yield piece;
        }
      },
    },
  };
}
