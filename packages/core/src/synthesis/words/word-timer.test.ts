import { fakeTextAligner, fakeVoice } from '@parlance/testkit';
import { expect, it, onTestFinished } from 'vitest';
import type { AlignedWord, TextAligner } from '../../engine/text-aligner.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import { createWordTimer, type TimedWord, type WordTimerOptions } from './word-timer.ts';

const RATE_HZ = 16_000;
const WORD: AlignedWord = { startSeconds: 0.1, endSeconds: 0.4 };

/** A timer of segments of one word each, whose words the test finds, in any order. */
function openTimer(texts: readonly string[], call: WordTimerOptions['call'] = { lane: 'batch' }) {
  const calls: PromiseWithResolvers<readonly AlignedWord[]>[] = [];
  const aligner: TextAligner = {
    ...fakeTextAligner(),
    align() {
      const search = Promise.withResolvers<readonly AlignedWord[]>();
      calls.push(search);
      return search.promise;
    },
  };
  const words: TimedWord[] = [];
  const timer = createWordTimer({
    alignerFor: () => aligner,
    normalizeText: true,
    call,
    onWords: (found) => words.push(...found),
  });
  timer.push(texts.join(' '));
  for (const [index, text] of texts.entries()) {
    timer.add({
      text,
      voice: fakeVoice(),
      engine: { capabilities: { streaming: false, maxUnitChars: 300, concurrency: 1 } },
      samples: new Float32Array(RATE_HZ),
      sampleRateHz: RATE_HZ,
      startSeconds: index,
    });
  }
  return { timer, calls, words };
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('reports the words of segments in order, however they are found', async () => {
  const { timer, calls, words } = openTimer(['One.', 'Two.']);
  calls[1]?.resolve([WORD]);
  await nextTurn();
  expect(words).toEqual([]);
  calls[0]?.resolve([WORD]);
  await timer.settled();
  expect(words.map(({ text, startTime }) => [text, startTime])).toEqual([
    ['One.', 0.1],
    ['Two.', 1.1],
  ]);
});

it('reports the first failure, and leaves none unhandled if several segments are aborted', async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown): void => void unhandled.push(error);
  process.on('unhandledRejection', note);
  onTestFinished(() => {
    process.off('unhandledRejection', note);
  });
  const { timer, calls, words } = openTimer(['One.', 'Two.', 'Three.']);
  const aborted = () => new SpeechError('ABORTED', 'The caller left.');
  calls[1]?.reject(new SpeechError('ENGINE_CRASHED', 'The worker died.'));
  await nextTurn();
  for (const at of [0, 2]) calls[at]?.reject(aborted());
  await expect(timer.settled()).rejects.toMatchObject({ code: 'ABORTED' });
  await nextTurn();
  expect([unhandled, words]).toEqual([[], []]);
});

it('leaves out the words of a segment if the aligner fails and the caller has the audio', async () => {
  const { timer, calls, words } = openTimer(['One.', 'Two.'], { lane: 'next' });
  calls[0]?.reject(new SpeechError('ENGINE_CRASHED', 'The worker died.'));
  calls[1]?.resolve([WORD]);
  await timer.settled();
  expect(words.map(({ text }) => text)).toEqual(['Two.']);
});

it('ends for a caller who has left', async () => {
  const { timer, calls } = openTimer(['One.'], { lane: 'next', signal: AbortSignal.abort() });
  calls[0]?.reject(SpeechError.aborted());
  await expect(timer.settled()).rejects.toMatchObject({ code: 'ABORTED' });
});
