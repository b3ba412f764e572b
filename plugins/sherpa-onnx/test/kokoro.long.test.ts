import type { SynthesisEngine } from '@parlance/core/engine';
import { clippedFraction, rmsDb, wordErrorRate } from '@parlance/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VoiceOptions } from '../src/index.ts';
import { hasKokoro, hasModels, KOKORO_MODEL_ID } from './installed-models.ts';
import { openRecognition, openSynthesis, speak } from './open-engines.ts';
import { toRecognitionRate } from './speech-clips.ts';

const RATE_HZ = 24_000;

/** Emma speaks British English; here she is told to read American. */
const AMERICAN_EMMA: VoiceOptions = {
  code: 'american-emma',
  name: 'Emma',
  gender: 'female',
  languageCode: 'en-US',
  model: KOKORO_MODEL_ID,
  nativeRateHz: RATE_HZ,
  speakerId: 21,
};

// Few and short: one core takes two seconds and more for a second of this speech. All voices are measured by benchmarks/kokoro-voices.
describe.skipIf(!hasKokoro || !hasModels)('Kokoro', { timeout: 900_000 }, () => {
  let engine: SynthesisEngine;
  beforeAll(async () => {
    engine = await openSynthesis({
      voices: ['af_heart', 'bf_emma', AMERICAN_EMMA],
      threads: { synthesis: 1, recognition: 1 },
    });
    await engine.warm();
  }, 900_000);
  afterAll(() => engine?.close());

  it.each(['af_heart', 'bf_emma'])(
    'is understood when %s speaks, audibly and unclipped',
    async (voiceCode) => {
      const text = 'Please turn left at the second traffic light.';
      const samples = await speak(engine, { text, voiceCode });
      expect(rmsDb(samples)).toBeGreaterThan(-35);
      expect(clippedFraction(samples)).toBeLessThan(0.001);
      const recognizer = await openRecognition();
      try {
        const { text: heard } = await recognizer.recognize(await toRecognitionRate(samples, RATE_HZ));
        expect(wordErrorRate(text, heard).rate, heard).toBeLessThan(0.15);
      } finally {
        await recognizer.close();
      }
    },
  );

  it('reads a text in the language of its voice', async () => {
    const text = 'A water bottle.';
    const [british, again] = [
      await speak(engine, { text, voiceCode: 'bf_emma' }),
      await speak(engine, { text, voiceCode: 'bf_emma' }),
    ];
    expect(again).toEqual(british);
    expect(await speak(engine, { text, voiceCode: 'american-emma' })).not.toEqual(british);
  });

  it.each([0.5, 1.5])('has the expected length at speed %f, within a tenth', async (speed) => {
    const text = 'No, thank you.';
    const plain = await speak(engine, { text, voiceCode: 'af_heart' });
    const changed = await speak(engine, { text, voiceCode: 'af_heart', speed });
    expect(Math.abs((changed.length * speed) / plain.length - 1)).toBeLessThan(0.1);
  });
});
