import type { TextAligner } from '@parlance/core/engine';
import { type FakeTextAlignerOptions, fakeTextAligner } from './fake-text-aligner.ts';

/** An aligner for engines that hum: the duration of a word is proportional to its number of letters. */
export function evenAligner(options?: FakeTextAlignerOptions): TextAligner {
  const aligner = fakeTextAligner(options);
  return {
    ...aligner,
    async align(task, call) {
      const { text, words, samples, sampleRateHz } = task;
      // For its checks of the input.
      await aligner.align(task, call);
      const secondsOf = (offset: number): number => ((offset / text.length) * samples.length) / sampleRateHz;
      return words.map(({ start, end }) => ({ startSeconds: secondsOf(start), endSeconds: secondsOf(end) }));
    },
  };
}
