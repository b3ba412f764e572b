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
