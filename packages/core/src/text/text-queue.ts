import { createAsyncQueue } from '../platform/async-queue.ts';

/** A text that one side writes while the other reads it. */
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
        // All waiting text is one piece, since a segmenter scans its text once for each piece.
        for await (const waiting of queue.batches()) {
          const piece = waiting.join('');
          if (piece !== '') yield piece;
        }
      },
    },
  };
}
