import type { SynthesisEngine } from '@parlance/core/engine';
import { clippedFraction, measurePitch, peak, rmsDb } from '@parlance/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasModels, realContext } from './installed-models.ts';
import { openSynthesis, speak } from './open-engines.ts';

const RATE_HZ = 22_050;

describe.skipIf(!hasModels)('joe', { timeout: 120_000 }, () => {
  let engine: SynthesisEngine;
  beforeAll(async () => {
    engine = await openSynthesis();
    await engine.warm();
  });
  afterAll(() => engine.close());

  it('says "Hello world." at 22 050 Hz, audibly and unclipped', async () => {
    const samples = await speak(engine, { text: 'Hello world.' });
    expect(samples.length / RATE_HZ).toBeGreaterThan(0.6);
    expect(samples.length / RATE_HZ).toBeLessThan(1.2);
    expect(rmsDb(samples)).toBeGreaterThan(-35);
    expect(clippedFraction(samples)).toBe(0);
  });

  it.each([
    '12345',
    'Please visit https://example.com/a?b=c#d.',
    'Привет мир hello 你好',
    'a'.repeat(300),
    '1'.repeat(300),
    'ß',
    '你好，世界',
    'a\u0000b',
    'a\ud800b',
    '<b>bold</b> & [[h@l]]',
    '$5.00 & 50%',
    'العربية',
  ])('speaks %j', async (text) => {
    const samples = await speak(engine, { text });
    expect(peak(samples)).toBeGreaterThan(0.05);
    expect(samples.length / RATE_HZ).toBeLessThan(60);
  });

  it.each(['...', '!?.,;:', '😀😀🎉', '—', '\u200b', '   ', '\u0000', ''])(
    'has nothing to say to %j',
    async (text) => {
      expect((await speak(engine, { text })).length).toBe(0);
    },
  );

  it('refuses a unit beyond its limit', async () => {
    const text = 'a'.repeat(engine.capabilities.maxUnitChars + 1);
    await expect(speak(engine, { text })).rejects.toMatchObject({ code: 'TEXT_TOO_LONG' });
  });

  describe('whose speed is changed', () => {
    const TEXTS = [
      'Hello world.',
      'No, thank you.',
      'It cost 12345 dollars.',
      'The quick brown fox jumps over the lazy dog, and then it sleeps.',
    ];
    /** The model draws lengths each time, by some 2 %: what is compared are means of three. */
    const speakThrice = (text: string, speed: number) =>
      Promise.all([1, 2, 3].map(() => speak(engine, { text, speed })));
    const plain = new Map<string, Float32Array[]>();
    beforeAll(async () => {
      for (const text of TEXTS) plain.set(text, await speakThrice(text, 1));
    });

    it.each([0.25, 0.5, 0.79, 0.9, 1.25, 1.5, 1.9])(
      'has at speed %f the length due within 10 %, the same pitch and no clipping',
      async (speed) => {
        for (const text of TEXTS) {
          const changed = await speakThrice(text, speed);
          const ratio = (meanLength(changed) / meanLength(plain.get(text) ?? [])) * speed;
          expect(Math.abs(ratio - 1), `${text}: ${ratio.toFixed(3)}`).toBeLessThan(0.1);
          expect(changed.map(clippedFraction)).toEqual([0, 0, 0]);
        }
        const [text = ''] = TEXTS;
        const [before, after] = await Promise.all([speak(engine, { text }), speak(engine, { text, speed })]);
        expect(pitchHz(after) / pitchHz(before)).toBeGreaterThan(0.85);
        expect(pitchHz(after) / pitchHz(before)).toBeLessThan(1.15);
      },
    );
  });

  it('synthesizes in threads of this process on request', async () => {
    const threaded = await openSynthesis(undefined, realContext({ isolation: 'thread' }));
    try {
      expect((await speak(threaded, { text: 'Hello.' })).length).toBeGreaterThan(RATE_HZ / 4);
    } finally {
      await threaded.close();
    }
  });
});

function meanLength(renders: readonly Float32Array[]): number {
  return renders.reduce((sum, { length }) => sum + length, 0) / renders.length;
}

function pitchHz(samples: Float32Array): number {
  return measurePitch(samples, { sampleRateHz: RATE_HZ }).medianHz;
}
