import type { WordRange } from '@parlance/core/engine';

/** Speech and its text for a worker thread, which returns a span for each word. */
export interface AlignTask {
  /** Mono in [-1, 1]. */
  readonly samples: Float32Array;
  readonly sampleRateHz: number;
  /** Without control characters. */
  readonly text: string;
  readonly words: readonly WordRange[];
  /** eSpeak NG's own name of a voice. */
  readonly espeakVoice: string;
}
