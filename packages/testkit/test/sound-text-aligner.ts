import type { AlignedWord, AlignmentTask, TextAligner, WordRange } from '@parlance/core/engine';
import { SpeechError, type SpeechErrorCode } from '@parlance/core/errors';
import { later } from '../src/conformance/text-aligner/align.ts';
import { fakeTextAligner } from '../src/fakes/fake-text-aligner.ts';
import { crashSwitch } from './crash-switch.ts';
import { unloading } from './unloading.ts';

export const worker = crashSwitch();

export function sound(): TextAligner {
  const aligner = fakeTextAligner();
  return unloading(
    { ...aligner, align: (task, options) => worker.during(aligner.align(task, options)) },
    'align',
  );
}

export const changed = (change: (aligner: TextAligner) => Partial<TextAligner>) => (): TextAligner => {
  const aligner = sound();
  return { ...aligner, ...change(aligner) };
};

export const finding = (change: (words: readonly AlignedWord[]) => readonly AlignedWord[]) =>
  changed(({ align }) => ({ align: async (...call) => change(await align(...call)) }));

export const asking = (
  change: (...call: Parameters<TextAligner['align']>) => Parameters<TextAligner['align']>,
) => changed(({ align }) => ({ align: (...call) => align(...change(...call)) }));

export const shifted = (bySeconds: number) => (words: readonly AlignedWord[]) => later(words, bySeconds);

export const NOWHERE: AlignedWord = { startSeconds: 0, endSeconds: 0 };

/** Finds only some words. */
export const knowing = (isKnown: (word: string, range: WordRange, text: string) => boolean) =>
  changed(({ align }) => ({
    align: async (task, options) => {
      const found = await align(task, options);
      return task.words.map((range, index) => {
        const word = task.text.slice(range.start, range.end);
        return (isKnown(word, range, task.text) ? found[index] : undefined) ?? NOWHERE;
      });
    },
  }));

/** Refuses some tasks. */
export const refusing = (
  isRefused: (task: AlignmentTask) => boolean,
  code: SpeechErrorCode = 'ENGINE_FAILED',
) =>
  changed(({ align }) => ({
    align: async (task, options) => {
      if (isRefused(task)) throw new SpeechError(code, 'The aligner cannot do this.');
      return align(task, options);
    },
  }));
