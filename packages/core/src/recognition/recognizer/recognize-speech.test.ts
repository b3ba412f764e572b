import { fakeTextAligner } from '@parlance/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RecognitionEngine } from '../../engine/recognition-engine.ts';
import type { VoiceActivityDetector } from '../../engine/voice-activity-detector.ts';
import { type RecognitionEnd, recognizeSpeech } from './recognize-speech.ts';

const RATE_HZ = 16_000;
const FRAME_SAMPLES = 512;

/**
 * A detector with a memory: each frame since its last reset makes it a little deafer, so that a reset too early, too late or
 * left out changes what it says.
 */
function tiringDetector(): VoiceActivityDetector & { readonly counts: { resets: number; open: number } } {
  const counts = { resets: 0, open: 0 };
  return {
    id: 'tiring',
    sampleRateHz: RATE_HZ,
    frameSamples: FRAME_SAMPLES,
    counts,
    warm: async () => undefined,
    close: async () => undefined,
    async open() {
      let frames = 0;
      counts.open++;
      return {
        async detect(samples) {
          return Float32Array.from({ length: samples.length / FRAME_SAMPLES }, (_, index) => {
            frames++;
            const isLoud = Math.abs(samples[index * FRAME_SAMPLES + 1] ?? 0) > 0.1;
            return isLoud ? Math.max(0, 1 - frames / 200) : 0;
          });
        },
        async reset() {
          frames = 0;
          counts.resets++;
        },
        async close() {
          counts.open--;
        },
      };
    },
  };
}

/** Says how many samples it was given. */
const measuring: RecognitionEngine = {
  id: 'measuring',
  capabilities: {
    streaming: false,
    logProbabilities: false,
    tokenTimes: false,
    punctuated: true,
    languages: ['en'],
    sampleRateHz: RATE_HZ,
    maxSegmentSamples: RATE_HZ * 9,
    concurrency: 2,
  },
  warm: async () => undefined,
  recognize: async (samples) => ({ text: String(samples.length), tokens: [] }),
  close: async () => undefined,
};

/** Loud and silent stretches by turns, in tenths of a second. */
function signalOf(stretches: readonly number[]): Float32Array {
  const total = stretches.reduce((sum, tenths) => sum + tenths, 0) * 1600;
  const signal = new Float32Array(total);
  let offset = 0;
  for (const [index, tenths] of stretches.entries()) {
    if (index % 2 === 1) signal.fill(0.5, offset, offset + tenths * 1600);
    offset += tenths * 1600;
  }
  return signal;
}

async function* cut(signal: Float32Array, lengths: readonly number[]) {
  let from = 0;
  for (let index = 0; from < signal.length; index++) {
    const length = lengths[index % lengths.length] ?? signal.length;
    yield signal.slice(from, from + length);
    from += length;
  }
}

async function outcomeOf(signal: Float32Array, lengths: readonly number[], noInputTimeoutMs?: number) {
  const voiceActivity = tiringDetector();
  const events = recognizeSpeech({ engine: measuring, voiceActivity }, cut(signal, lengths), {
    speechCompleteTimeoutMs: 500,
    interimResults: false,
    noInputTimeoutMs,
  });
  const finals: object[] = [];
  for (;;) {
    const next = await events.next();
    if (next.done === true) {
      const end: RecognitionEnd = next.value;
      return { finals, end, ...voiceActivity.counts };
    }
    finals.push(next.value);
  }
}

const stretches = fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 1, maxLength: 9 });
const lengths = fc.array(fc.integer({ min: 1, max: 40_000 }), { minLength: 1, maxLength: 6 });

describe('recognizeSpeech', () => {
  it('gives the same finals and the same end however the audio is cut, and resets the detector after each utterance', async () => {
    await fc.assert(
      fc.asyncProperty(
        stretches,
        lengths,
        fc.option(fc.integer({ min: 300, max: 2500 }), { nil: undefined }),
        async (tenths, sizes, limitMs) => {
          const signal = signalOf(tenths);
          const whole = await outcomeOf(signal, [signal.length], limitMs);
          expect(await outcomeOf(signal, sizes, limitMs)).toEqual(whole);
          expect(whole.open).toBe(0);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('ends after silence at the beginning and between utterances, not in the middle of one', async () => {
    expect(await outcomeOf(signalOf([31, 10]), [1600], 3000)).toMatchObject({ finals: [], end: 'no-input' });
    const between = await outcomeOf(signalOf([1, 10, 40, 10]), [1600], 3000);
    expect(between).toMatchObject({ end: 'no-input', resets: 1 });
    expect(between.finals).toHaveLength(1);
    expect(await outcomeOf(signalOf([1, 60]), [1600], 3000)).toMatchObject({ end: 'end-of-audio' });
    expect(await outcomeOf(signalOf([80]), [1600])).toMatchObject({ end: 'end-of-audio' });
  });
});

describe('what a recognition asks of its engines', () => {
  const signal = signalOf([2, 10, 8, 10, 8]);
  const options = { speechCompleteTimeoutMs: 500, interimResults: false } as const;

  /** A detector that notes how many samples it is given at once. */
  function measured() {
    const blocks: number[] = [];
    const detector = tiringDetector();
    const voiceActivity: VoiceActivityDetector = {
      ...detector,
      async open(call) {
        const stream = await detector.open(call);
        return {
          ...stream,
          detect(samples) {
            blocks.push(samples.length);
            return stream.detect(samples);
          },
        };
      },
    };
    return { voiceActivity, blocks };
  }

  it('is four seconds at a time of a short recording, and one of all others', async () => {
    const largest = async (lane: 'sync' | 'batch' | 'final', lengths: readonly number[]) => {
      const { voiceActivity, blocks } = measured();
      const audio = cut(new Float32Array(300 * FRAME_SAMPLES), lengths);
      await Array.fromAsync(
        recognizeSpeech({ engine: measuring, voiceActivity }, audio, { ...options, lane }),
      );
      return { largest: Math.max(...blocks), count: blocks.length };
    };
    expect(await largest('sync', [8 * FRAME_SAMPLES])).toEqual({ largest: 128 * FRAME_SAMPLES, count: 3 });
    expect(await largest('batch', [8 * FRAME_SAMPLES])).toMatchObject({ largest: 8 * FRAME_SAMPLES });
    for (const lane of ['batch', 'final'] as const)
      expect(await largest(lane, [300 * FRAME_SAMPLES])).toMatchObject({ largest: 32 * FRAME_SAMPLES });
  });

  it('is each utterance alone, unless the caller allows a pause across which they belong together', async () => {
    const engine = { ...measuring, capabilities: { ...measuring.capabilities, prefersContext: true } };
    const callsWith = async (asked: {
      readonly contextPauseMs?: number;
      readonly lane: 'batch' | 'final';
    }) => {
      const lengths: number[] = [];
      const recognize = async (samples: Float32Array) => {
        lengths.push(samples.length);
        return { text: 'one two', tokens: [] };
      };
      const voiceActivity = tiringDetector();
      const recognizer = { engine: { ...engine, recognize }, voiceActivity };
      await Array.fromAsync(recognizeSpeech(recognizer, cut(signal, [1600]), { ...options, ...asked }));
      return lengths.filter((length) => length > 2 * RATE_HZ).length;
    };
    expect(await callsWith({ lane: 'batch', contextPauseMs: 2000 })).toBe(1);
    expect(await callsWith({ lane: 'batch', contextPauseMs: 0 })).toBe(0);
    expect(await callsWith({ lane: 'batch' })).toBe(0);
    expect(await callsWith({ lane: 'final', contextPauseMs: 2000 })).toBe(0);
  });

  it('is to be held until its end, and no aligner that is loaded already', async () => {
    let [held, holds, warmed] = [0, 0, 0];
    const engine: RecognitionEngine = {
      ...measuring,
      hold() {
        [held, holds] = [held + 1, holds + 1];
        return () => void held--;
      },
    };
    const aligner = {
      ...fakeTextAligner(),
      async warm() {
        warmed += 1;
        throw new Error('It cannot load.');
      },
    };
    const recognizer = {
      ...{ engine, voiceActivity: tiringDetector() },
      wordTimes: { aligner, languageCode: 'en' },
    };
    for await (const _ of recognizeSpeech(recognizer, cut(signal, [1600]), options)) {
      expect(held).toBe(1);
      break;
    }
    expect([held, holds, warmed]).toEqual([0, 1, 1]);
  });

  it('is nothing for a caller who has left before it begins', async () => {
    const { voiceActivity, blocks } = measured();
    const reason = new Error('gone');
    const run = recognizeSpeech({ engine: measuring, voiceActivity }, cut(signal, [1600]), {
      ...options,
      signal: AbortSignal.abort(reason),
    });
    await expect(Array.fromAsync(run)).rejects.toMatchObject({ code: 'ABORTED' });
    expect(blocks).toEqual([]);
  });
});

it('says that speech goes on where an utterance is cut because of its length', async () => {
  const engine = {
    ...measuring,
    capabilities: { ...measuring.capabilities, maxSegmentSamples: 2 * RATE_HZ },
  };
  const notices: string[] = [];
  const run = recognizeSpeech(
    { engine, voiceActivity: tiringDetector() },
    cut(signalOf([1, 30, 10]), [1600]),
    {
      ...{ speechCompleteTimeoutMs: 500, interimResults: false },
      onNotice: ({ type }) => notices.push(type),
    },
  );
  await Array.fromAsync(run);
  expect(notices.slice(0, 3)).toEqual(['speech-start', 'speech-end', 'speech-start']);
  expect(notices.filter((type) => type === 'speech-start')).toHaveLength(
    notices.filter((type) => type === 'speech-end').length,
  );
});
