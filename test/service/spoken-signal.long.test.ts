import { createSpeech, type SpeakOptions, type Speech } from '@parlance/runtime';
import { CLICK_RATIO, clippedFraction, largestStep, rmsDb } from '@parlance/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasModels } from './real-speech.ts';

const SEVERAL_SEGMENTS =
  'The old lighthouse keeper climbed the winding stairs every evening, to light the great lamp. ' +
  'From the top he could see fishing boats coming home. He counted them one by one; then he drank his tea.';
const RATES_HZ = [8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000];

let speech: Speech;
beforeAll(async () => {
  speech = await createSpeech();
});
afterAll(() => speech.close());

async function samplesOf(text: string, options: SpeakOptions): Promise<Float32Array> {
  const bytes = await speech.speak(text, { ...options, outputFormat: 'pcm' }).file();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from(
    { length: bytes.byteLength / 2 },
    (_, index) => view.getInt16(index * 2, true) / 32_768,
  );
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] as number;
}

describe.each([
  { voiceCode: 'slt', rateHz: 16_000, isThere: true },
  { voiceCode: 'joe', rateHz: 22_050, isThere: hasModels },
])('the voice $voiceCode, if installed', ({ voiceCode, rateHz, isThere }) => {
  it.runIf(isThere)('joins its segments without a click, at a sound level, unclipped', async () => {
    const samples = await samplesOf(SEVERAL_SEGMENTS, { voiceCode });
    expect(largestStep(samples, { sampleRateHz: rateHz }).ratio).toBeLessThan(CLICK_RATIO);
    expect(rmsDb(samples)).toBeGreaterThan(-35);
    expect(clippedFraction(samples)).toBeLessThan(0.001);
  });

  it.runIf(isThere)('gives PCM and WAV of one length at each of its rates, and no other rate', async () => {
    for (const sampleRate of RATES_HZ) {
      const speak = () => speech.speak('One, two, three.', { voiceCode, sampleRate, outputFormat: 'wav' });
      if (sampleRate > rateHz) expect(speak).toThrow(`sampleRate ${sampleRate} is not supported`);
      else {
        const wav = Buffer.from(await speak().file());
        expect(wav.readUInt32LE(24)).toBe(sampleRate);
        expect(wav.readUInt32LE(40)).toBe(wav.length - 44);
        expect((wav.length - 44) / 2 / sampleRate).toBeGreaterThan(0.6);
      }
    }
  });

  let plainSamples: Promise<number> | undefined;
  /** A neural voice never says a sentence twice the same: lengths are compared by their medians. */
  async function medianSamplesAt(speed: number): Promise<number> {
    const text = 'The quick brown fox jumps over the lazy dog, and nobody minds.';
    const takes = voiceCode === 'slt' ? [1] : [1, 2, 3];
    return median(
      await Promise.all(takes.map(async () => (await samplesOf(text, { voiceCode, speed })).length)),
    );
  }

  it.runIf(isThere).each([0.25, 0.5, 0.75, 1.25, 1.5, 1.9])(
    'at speed %d lasts as long as at 1 divided by it',
    async (speed) => {
      plainSamples ??= medianSamplesAt(1);
      const ratio = ((await medianSamplesAt(speed)) * speed) / (await plainSamples);
      expect(ratio).toBeGreaterThan(0.9);
      expect(ratio).toBeLessThan(1.1);
    },
  );

  it
    .runIf(isThere)
    .each([
      '12345 and 3.14',
      'See https://example.com/a?b=c, or write to me@example.com.',
      'Hello 世界, привет, مرحبا 😀!',
      'a'.repeat(300),
      '💩 ok',
      '50 % & more @ home',
    ])('speaks %j', async (text) => {
    expect((await samplesOf(text, { voiceCode })).length).toBeGreaterThan(0.2 * rateHz);
  });

  it.runIf(isThere).each(['...', '?!', '😀', '—', '\u200b\u200b'])(
    'refuses %j, in which there is nothing to say',
    async (text) => {
      await expect(samplesOf(text, { voiceCode })).rejects.toMatchObject({ code: 'TEXT_NOT_SPEAKABLE' });
    },
  );
});
