import type { WordRange } from '@parlance/core/engine';

/** Speech, and what is said in it, as it goes to a worker thread. A span for each word comes back. */
export interface AlignTask {
  /** Mono in [-1, 1]. */
  readonly samples: Float32Array;
  readonly sampleRateHz: number;
  readonly text: string;
  readonly words: readonly WordRange[];
}
