import loadEspeakNg from '@echogarden/espeak-ng-emscripten';
import type { SynthesisEngine, Voice } from '@parlance/core/engine';
import { LANGUAGE_CODES } from '@parlance/core/text';
import { demoTextOf } from '@parlance/core/voices';
import { clippedFraction, measurePitch, peak, rmsDb } from '@parlance/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findVoice, VOICES } from '../src/host/voices.ts';
import { openEngine, speak } from './open-engine.ts';

const RATE_HZ = 22_050;
const SPEEDS = [0.25, 0.4, 0.6, 0.8, 0.9, 1.1, 1.25, 1.5, 1.9];
/** Male voices of ten languages in all. */
const EVERY_TENTH = 10;
const UNSPOKEN = ['fil-PH', 'ja-JP', 'th-TH'];

let engine: SynthesisEngine;

beforeAll(async () => {
  engine = await openEngine({ threads: 2 });
});

afterAll(() => engine.close());

const secondsOf = (samples: Float32Array) => samples.length / RATE_HZ;

/** Code points a second of a text that is read as words; its letters by name would take twice as long at least. */
function slowestReading(text: string): number {
  if (/\p{sc=Han}/u.test(text)) return 3.5;
  return /\p{sc=Hang}/u.test(text) ? 4.5 : 7;
}

const isReadAsWords = (text: string, samples: Float32Array) =>
  [...text].length / secondsOf(samples) > slowestReading(text);

it('distinguishes words from letters by their duration', async () => {
  const arabic = 'مرحبا، هكذا يبدو صوتي.';
  const byEnglish = await speak(engine, { text: arabic, voiceCode: 'espeak-en-gb-male' });
  expect(isReadAsWords(arabic, byEnglish)).toBe(false);
  const byArabic = await speak(engine, { text: arabic, voiceCode: 'espeak-ar-xa-male' });
  expect(isReadAsWords(arabic, byArabic)).toBe(true);
});

describe.each(LANGUAGE_CODES.filter((code) => !UNSPOKEN.includes(code)))('%s', (languageCode) => {
  const voicesOf = VOICES.filter((voice) => voice.languageCode === languageCode);
  const male = voicesOf.find(({ gender }) => gender === 'male') as Voice;
  const text = demoTextOf(male);

  it('reads a sentence in its own letters as words, clearly and without clipping', async () => {
    for (const { code } of voicesOf) {
      const samples = await speak(engine, { text, voiceCode: code });
      expect(isReadAsWords(text, samples), `${secondsOf(samples).toFixed(2)} s`).toBe(true);
      expect(secondsOf(samples)).toBeGreaterThan(1);
      expect(rmsDb(samples)).toBeGreaterThan(-30);
      expect(peak(samples)).toBeLessThanOrEqual(1);
      expect(clippedFraction(samples)).toBeLessThan(0.001);
    }
  });

  it('has a female voice that is higher than the male one', async () => {
    const heights: Partial<Record<string, number>> = {};
    for (const { code, gender } of voicesOf) {
      const samples = await speak(engine, { text, voiceCode: code });
      heights[gender] = measurePitch(samples, { sampleRateHz: RATE_HZ }).medianHz;
    }
    expect((heights.female ?? 0) / (heights.male ?? 0)).toBeGreaterThan(1.3);
  });

  it('is as long as the speed requires, within 10 percent', async () => {
    const plain = (await speak(engine, { text, voiceCode: male.code })).length;
    for (const speed of SPEEDS) {
      const ratio = ((await speak(engine, { text, voiceCode: male.code, speed })).length / plain) * speed;
      expect(Math.abs(ratio - 1), `speed ${speed}: ${ratio.toFixed(3)} of the length asked`).toBeLessThan(
        0.1,
      );
    }
  });
});

it('spreads its pitch wider with emphasis', async () => {
  const widenings: number[] = [];
  for (const voice of VOICES.filter((_, index) => index % EVERY_TENTH === 0)) {
    const speakAt = (emphasisIntensity: number) =>
      speak(engine, { text: demoTextOf(voice), voiceCode: voice.code, emphasisIntensity });
    const [narrow, wide] = [await speakAt(0), await speakAt(100)];
    expect(narrow, voice.code).not.toEqual(wide);
    const spreadOf = (samples: Float32Array) =>
      measurePitch(samples, { sampleRateHz: RATE_HZ }).spreadSemitones;
    widenings.push(spreadOf(wide) / spreadOf(narrow));
  }
  // The measure takes an overtone for the pitch now and then, so no single sentence decides.
  const sorted = widenings.toSorted((one, other) => one - other);
  expect(sorted[Math.floor(sorted.length / 2)]).toBeGreaterThan(1.5);
});

it('sounds different in every language', async () => {
  const voices = [
    ...new Map(
      VOICES.map(({ code }) => findVoice(code)).map((voice) => [voice?.espeakVoice, voice]),
    ).values(),
  ];
  const seen = new Set<string>();
  for (const voice of voices) {
    if (voice === undefined) continue;
    const samples = await speak(engine, { text: '1, 2, 3.', voiceCode: voice.code });
    seen.add(Buffer.from(samples.buffer).toString('base64'));
  }
  expect(seen.size).toBe(voices.length);
});

it('names no letter in English in any of them, as it does in undeclared languages', async () => {
  const { eSpeakNGWorker } = await loadEspeakNg();
  const espeak = new eSpeakNGWorker();
  const phonemesOf = (espeakVoice: string, text: string) => {
    espeak.set_voice(espeakVoice);
    return espeak.synthesize_ipa(text).ipa;
  };
  for (const voice of VOICES) {
    const espeakVoice = findVoice(voice.code)?.espeakVoice ?? '';
    expect(phonemesOf(espeakVoice, demoTextOf(voice)), voice.code).not.toContain('(en)');
  }
  expect(phonemesOf('ja', demoTextOf({ languageCode: 'ja-JP' } as Voice))).toContain('(en)');
});
