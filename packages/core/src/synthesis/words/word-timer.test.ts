import { fakeTextAligner, fakeVoice } from '@parlance/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AlignedWord, TextAligner } from '../../engine/text-aligner.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import {
  createWordTimer,
  requireWordTimes,
  type SpokenSegment,
  type TimedWord,
  type WordTimerOptions,
} from './word-timer.ts';

const RATE_HZ = 16_000;
const WORD: AlignedWord = { startSeconds: 0.1, endSeconds: 0.4 };

const CAPABILITIES = { streaming: false, maxUnitChars: 300, concurrency: 1 };
/** A segment with a second of audio. */
const spokenSegment = (text: string, startSeconds = 0): SpokenSegment => ({
  ...{ text, startSeconds, voice: fakeVoice(), engine: { capabilities: CAPABILITIES } },
  ...{ samples: new Float32Array(RATE_HZ), sampleRateHz: RATE_HZ },
});

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
    timer.add(spokenSegment(text, index));
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

interface Timing extends Partial<Omit<WordTimerOptions, 'onWords'>>, Partial<Omit<SpokenSegment, 'engine'>> {
  readonly normalizesText?: boolean;
  /** What the aligner finds; absent: each word takes a tenth of a second. */
  readonly aligned?: readonly AlignedWord[];
}

/** The words of one segment, and what the aligner was asked. */
async function timed(written: string, { normalizesText = false, aligned, ...options }: Timing = {}) {
  const asked: Parameters<TextAligner['align']>[] = [];
  const aligner: TextAligner = {
    ...fakeTextAligner(),
    async align(...call) {
      asked.push(call);
      return (
        aligned ??
        call[0].words.map((_, index) => ({ startSeconds: index / 10, endSeconds: (index + 1) / 10 }))
      );
    },
  };
  const told: (readonly TimedWord[])[] = [];
  const timer = createWordTimer({
    ...{ alignerFor: () => aligner, normalizeText: true, call: { lane: 'batch' } },
    ...options,
    onWords: (words) => told.push(words),
  });
  timer.push(written);
  timer.add({
    ...spokenSegment(written),
    ...options,
    engine: { capabilities: { ...CAPABILITIES, normalizesText } },
  });
  await timer.settled();
  return { told, words: told.flat(), asked };
}

describe('the words of a segment', () => {
  it('are found in its audio, as they are said', async () => {
    const call = { lane: 'batch', turn: 'app1' } as const;
    const voice = fakeVoice({ languageCode: 'en-GB', gender: 'male' });
    const { words, asked } = await timed('It costs $42.', { call, voice });
    const text = 'It costs forty-two dollars.';
    expect(asked).toEqual([
      [
        {
          ...{ samples: new Float32Array(RATE_HZ), sampleRateHz: RATE_HZ, text },
          words: [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
            start: index,
            end: index + word.length,
          })),
          ...{ languageCode: 'en-GB', gender: 'male' },
        },
        call,
      ],
    ]);
    expect(words).toEqual([
      { text: 'It', start: 0, end: 2, startTime: 0, endTime: 0.1 },
      { text: 'costs', start: 3, end: 8, startTime: 0.1, endTime: 0.2 },
      { text: '$42.', start: 9, end: 13, startTime: 0.2, endTime: 0.4 },
    ]);
  });

  it('count from the caller’s earlier text and the audio before them, as fast as it is played', async () => {
    const { words } = await timed('One two.', { from: 100, startSeconds: 5, stretch: 2 });
    expect(words).toEqual([
      { text: 'One', start: 100, end: 103, startTime: 5, endTime: 5.05 },
      { text: 'two.', start: 104, end: 108, startTime: 5.05, endTime: 5.1 },
    ]);
  });

  it.each<{ readonly says: string; readonly timing: Timing }>([
    { says: 'forty-two dollars', timing: {} },
    { says: '$42', timing: { normalizeText: false } },
    { says: '$42', timing: { normalizesText: true } },
    { says: 'a lot', timing: { terms: [{ pattern: /\$42/g, read: () => 'a lot' }] } },
    { says: 'a lot', timing: { normalizeText: false, terms: [{ pattern: /\$42/g, read: () => 'a lot' }] } },
  ])('are looked for as "$says" if the engine says so', async ({ says, timing }) => {
    const { asked, words } = await timed('$42', timing);
    expect(asked.map(([{ text }]) => text)).toEqual([says]);
    expect(words.map(({ text }) => text)).toEqual(['$42']);
  });

  it('leave out those that are not spoken, and those that take no time', async () => {
    const { words } = await timed('One — two three.', {
      aligned: [
        { startSeconds: 0, endSeconds: 0.1 },
        { startSeconds: 0.1, endSeconds: 0.2 },
        { startSeconds: 0.2, endSeconds: 0.2 },
        { startSeconds: 0.2, endSeconds: 0.5 },
      ],
    });
    expect(words.map(({ text }) => text)).toEqual(['One', 'three.']);
  });

  it('are not told if there are none', async () => {
    expect((await timed('One.', { aligned: [] })).told).toEqual([]);
    expect((await timed('One.', { alignerFor: () => undefined })).told).toEqual([]);
  });

  it('are none if so much text cannot be said in that time, even in a batch', async () => {
    const { timer, calls, words } = openTimer(['One.', 'Two.']);
    calls[0]?.reject(new SpeechError('INVALID_INPUT', 'The text is too long.'));
    calls[1]?.resolve([WORD]);
    await timer.settled();
    expect(words.map(({ text }) => text)).toEqual(['Two.']);
  });

  it('fail a batch if the aligner does', async () => {
    const { timer, calls } = openTimer(['One.']);
    calls[0]?.reject(new SpeechError('ENGINE_CRASHED', 'The worker died.'));
    await expect(timer.settled()).rejects.toMatchObject({ code: 'ENGINE_CRASHED' });
  });

  it('are those after a segment that is skipped', async () => {
    const { timer, calls, words } = openTimer([]);
    timer.push('One two. Three.');
    timer.skip('One two.');
    timer.add(spokenSegment('Three.', 1));
    calls[0]?.resolve([WORD]);
    await timer.settled();
    expect(words).toEqual([{ text: 'Three.', start: 9, end: 15, startTime: 1.1, endTime: 1.4 }]);
  });
});

it('refuses times of words in a language in which nobody finds them', () => {
  const alignerFor = (languageCode: string) => (languageCode === 'en-US' ? fakeTextAligner() : undefined);
  expect(() => requireWordTimes(alignerFor, { languageCode: 'en-US' })).not.toThrow();
  for (const known of [alignerFor, undefined]) {
    expect(() => requireWordTimes(known, { languageCode: 'de-DE' })).toThrow(
      expect.objectContaining({
        code: 'INVALID_INPUT',
        message: expect.stringContaining('in de-DE'),
        details: { field: 'timings' },
      }),
    );
  }
});
