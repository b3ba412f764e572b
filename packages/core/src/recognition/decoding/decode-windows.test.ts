import { deferred, fakeRecognitionEngine, fakeTextAligner } from '@parlance/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SpeechError } from '../../errors/speech-error.ts';
import { createAsyncQueue } from '../../platform/async-queue.ts';
import type { SpeechSegmentEvent } from '../../segmentation/speech-segmenter.ts';
import type { RecognitionEvent } from '../recognition-event.ts';
import { UNPACED } from './decode-pace.ts';
import { createWindowDecoder, type WindowDecoderOptions } from './decode-windows.ts';

const RATE_HZ = 1000;
const MAX_SAMPLES = 9000;

interface Spoken {
  readonly lengthSamples: number;
  readonly pauseSamples: number;
}

/** Each utterance is its number, sample for sample. */
function segmentsOf(spoken: readonly Spoken[]): SpeechSegmentEvent[] {
  let at = 0;
  return spoken.map(({ lengthSamples, pauseSamples }, index) => {
    const startSamples = at + pauseSamples;
    const endSamples = startSamples + lengthSamples;
    at = endSamples;
    return {
      type: 'segment',
      samples: new Float32Array(lengthSamples).fill(index + 1),
      startSamples,
      endSamples,
      voiceStartSamples: startSamples,
      voiceEndSamples: endSamples,
      endedBy: 'silence',
    };
  });
}

/** The numbers in samples, in order. */
function numbersIn(samples: Float32Array): number[] {
  return [...new Set(samples)].filter((value) => value !== 0);
}

const wordsOf = (number: number): string => `word${number} and more${number}.`;
const hear = (samples: Float32Array): string => numbersIn(samples).map(wordsOf).join(' ');

async function decodeAll(
  segments: readonly SpeechSegmentEvent[],
  engine = fakeRecognitionEngine({
    script: { hear },
    capabilities: { maxSegmentSamples: MAX_SAMPLES, sampleRateHz: RATE_HZ },
  }),
  options: Partial<WindowDecoderOptions> = {},
) {
  const events = createAsyncQueue<RecognitionEvent>();
  const decoder = createWindowDecoder(engine, events, {
    sampleRateHz: RATE_HZ,
    call: { signal: new AbortController().signal, lane: 'batch' },
    pace: UNPACED,
    isAhead: () => false,
    anticipateAfterSamples: () => Number.POSITIVE_INFINITY,
    interimResults: false,
    contextSamples: 1500,
    ...options,
  });
  for (const segment of segments) await decoder.follow([segment], () => undefined);
  await decoder.finish();
  events.end();
  const finals = (await Array.fromAsync(events)).filter((event) => event.type === 'transcript-final');
  return { finals, lengths: engine.calls.map(({ input }) => input.length) };
}

describe('utterances of a recording that are decoded together', () => {
  it('have their own text and times, corrected by their neighbours, and the longest is not decoded again', async () => {
    const engine = fakeRecognitionEngine({
      script: {
        hear: (samples) =>
          ({ '1,2': 'My fellow Americans ask not.', '2': 'As not.' })[numbersIn(samples).join()] ?? 'wrong',
      },
    });
    const { finals, lengths } = await decodeAll(
      segmentsOf([
        { lengthSamples: 2500, pauseSamples: 0 },
        { lengthSamples: 1700, pauseSamples: 900 },
      ]),
      engine,
    );
    expect(finals).toMatchObject([
      { text: 'My fellow Americans', startSeconds: 0, endSeconds: 2.5 },
      { text: 'ask not.', startSeconds: 3.4, endSeconds: 5.1 },
    ]);
    // Both with half a second of the pause, and the shorter one.
    expect(lengths).toEqual([4700, 1700]);
  });

  it('have pauses up to the longest allowed, and fit into one call', async () => {
    const { lengths } = await decodeAll(
      segmentsOf([
        { lengthSamples: 1000, pauseSamples: 0 },
        { lengthSamples: 1000, pauseSamples: 1501 },
        { lengthSamples: 7000, pauseSamples: 100 },
        { lengthSamples: 1000, pauseSamples: 100 },
      ]),
    );
    expect(lengths).toEqual([1000, 8100, 1000, 1000]);
  });

  it('are decoded alone after all if one of them was not recognized among the others', async () => {
    const deaf = fakeRecognitionEngine({
      script: { hear: (samples) => wordsOf(numbersIn(samples)[0] ?? 0) },
    });
    const { finals } = await decodeAll(
      segmentsOf([
        { lengthSamples: 1000, pauseSamples: 0 },
        { lengthSamples: 2000, pauseSamples: 100 },
      ]),
      deaf,
    );
    expect(finals.map(({ text }) => text)).toEqual([wordsOf(1), wordsOf(2)]);
  });

  it('are each reported once, in order, whatever their lengths and pauses', async () => {
    const spoken = fc.record({
      lengthSamples: fc.integer({ min: 100, max: MAX_SAMPLES }),
      pauseSamples: fc.integer({ min: 0, max: 3000 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(spoken, { maxLength: 12 }), async (all) => {
        const segments = segmentsOf(all);
        const { finals, lengths } = await decodeAll(segments);
        expect(finals.map(({ text }) => text)).toEqual(all.map((_, index) => wordsOf(index + 1)));
        expect(finals.map(({ startSeconds }) => Math.round(startSeconds * RATE_HZ))).toEqual(
          segments.map((one) => (one.type === 'segment' ? one.startSamples : undefined)),
        );
        expect(Math.max(0, ...lengths)).toBeLessThanOrEqual(MAX_SAMPLES);
      }),
      { numRuns: 50 },
    );
  });

  it('survive a worker that dies, and end with an engine that fails', async () => {
    const two = segmentsOf([
      { lengthSamples: 1000, pauseSamples: 0 },
      { lengthSamples: 2000, pauseSamples: 100 },
    ]);
    const dying = fakeRecognitionEngine({ script: { hear, failures: { 0: 'ENGINE_CRASHED' } } });
    expect((await decodeAll(two, dying)).finals.map(({ text }) => text)).toEqual([wordsOf(1), wordsOf(2)]);
    const failing = fakeRecognitionEngine({ script: { hear, failures: { 1: 'ENGINE_FAILED' } } });
    await expect(decodeAll(two, failing)).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
  });

  it('are aligned one by one if the times of words are requested', async () => {
    const two = segmentsOf([
      { lengthSamples: 8000, pauseSamples: 0 },
      { lengthSamples: 800, pauseSamples: 100 },
    ]);
    const texts: string[] = [];
    const aligner = fakeTextAligner();
    const { finals } = await decodeAll(two, undefined, {
      wordTimes: {
        languageCode: 'en',
        aligner: {
          ...aligner,
          align: async ({ text, words }) => {
            texts.push(text);
            return words.map((_, index) => ({ startSeconds: index / 10, endSeconds: (index + 1) / 10 }));
          },
        },
      },
    });
    expect(texts).toEqual([wordsOf(1), wordsOf(2)]);
    expect(finals[1]?.recognition.tokens).toHaveLength(3);
  });

  it('stop the reader while the engine has enough to do', async () => {
    const gate = deferred();
    const engine = fakeRecognitionEngine({
      script: { hear, gate: () => gate.promise },
      capabilities: { concurrency: 1 },
    });
    const far = segmentsOf(Array.from({ length: 6 }, () => ({ lengthSamples: 100, pauseSamples: 2000 })));
    const decoding = decodeAll(far, engine);
    await new Promise((resolve) => setImmediate(resolve));
    expect(engine.calls).toHaveLength(2);
    gate.resolve();
    expect((await decoding).finals).toHaveLength(6);
  });

  it('that have no words are reported as such', async () => {
    const silent = fakeRecognitionEngine({ script: { hear: () => '' } });
    const starts: number[] = [];
    const { finals } = await decodeAll(
      segmentsOf([
        { lengthSamples: 1000, pauseSamples: 0 },
        { lengthSamples: 2000, pauseSamples: 100 },
      ]),
      silent,
      { onNoWords: ({ startSamples }) => starts.push(startSamples) },
    );
    expect([finals, starts]).toEqual([[], [0, 1100]]);
  });

  it('are aborted with the call', async () => {
    const control = new AbortController();
    const engine = fakeRecognitionEngine({
      script: {
        hear,
        gate: () => {
          control.abort(SpeechError.aborted());
          return undefined;
        },
      },
    });
    const two = segmentsOf([
      { lengthSamples: 1000, pauseSamples: 0 },
      { lengthSamples: 2000, pauseSamples: 100 },
    ]);
    const asked = decodeAll(two, engine, { call: { signal: control.signal, lane: 'batch' } });
    await expect(asked).rejects.toMatchObject({ code: 'ABORTED' });
  });
});
