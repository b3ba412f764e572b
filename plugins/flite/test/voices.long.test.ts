import { concatSamples, createSegmentJoiner } from '@parlance/core/audio';
import type { SynthesisEngine } from '@parlance/core/engine';
import { clippedFraction, measurePitch, peak, rmsDb } from '@parlance/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FLITE_VOICE_CODES, FLITE_VOICES, isStatistical } from '../src/host/voices.ts';
import { openEngine, speak } from './open-engine.ts';

const SENTENCES = [
  'The birch canoe slid on the smooth planks of the old pier.',
  'Did you really see nineteen sailing boats on the water yesterday?',
  'No one was at home, so we waited near the garden wall until morning.',
];
const SPEEDS = [0.25, 0.3, 0.5, 0.75, 0.9, 1.1, 1.25, 1.5, 1.75, 1.9];
const EMPHASES = [0, 20, 40, 60, 80, 100];

let engine: SynthesisEngine;

beforeAll(async () => {
  engine = await openEngine({ threads: 1 });
});

afterAll(() => engine.close());

it('declares five voices of the service, one female, one British, all but one with emphasis', () => {
  expect(
    engine.voices.map(({ code, gender, languageCode, nativeRateHz }) => [
      code,
      gender,
      languageCode,
      nativeRateHz,
    ]),
  ).toEqual([
    ['kal', 'male', 'en-US', 8000],
    ['kal16', 'male', 'en-US', 16_000],
    ['awb', 'male', 'en-GB', 16_000],
    ['rms', 'male', 'en-US', 16_000],
    ['slt', 'female', 'en-US', 16_000],
  ]);
  expect(engine.voices.filter((voice) => !voice.supportsEmphasis).map(({ code }) => code)).toEqual(['rms']);
  expect(engine.voices.every((voice) => voice.ownership === 'SERVICE' && voice.creditFactor === '1')).toBe(
    true,
  );
});

describe.each(FLITE_VOICE_CODES)('%s', (voiceCode) => {
  const voice = FLITE_VOICES.find(({ code }) => code === voiceCode);
  const sampleRateHz = voice?.nativeRateHz ?? 0;
  const hasEmphasis = voice?.supportsEmphasis === true;
  const say = (text: string, members: { speed?: number; emphasisIntensity?: number } = {}) =>
    speak(engine, { text, voiceCode, ...members });

  it('speaks at a good level and never clips, even at the ends of speed and emphasis', async () => {
    for (const members of [
      {},
      { speed: 0.25 },
      { speed: 1.9 },
      { emphasisIntensity: 0 },
      { emphasisIntensity: 100 },
    ]) {
      const samples = await say(SENTENCES[0] ?? '', members);
      expect(peak(samples)).toBeGreaterThan(0.2);
      expect(peak(samples)).toBeLessThan(1);
      expect(rmsDb(samples)).toBeGreaterThan(-35);
      expect(clippedFraction(samples)).toBe(0);
    }
  });

  it('renders the same text with the same samples every time', async () => {
    expect(await say(SENTENCES[1] ?? '')).toEqual(await say(SENTENCES[1] ?? ''));
  });

  it.each([
    ['a letter', 'a'],
    ['a word', 'Yes.'],
    ['a clause', 'Hello there, my friend.'],
    ['three sentences', SENTENCES.join(' ')],
  ])('makes %s as long as the speed asks, within 10 percent', async (_name, text) => {
    await expectAsLongAsAsked(async (speed) => (await say(text, { speed })).length);
  });

  it.each(['Yes.', 'Half.', 'The bus is late.'])(
    'makes "%s" as long as the speed asks, without the silence before it',
    async (text) => {
      const joined = async (speed: number): Promise<number> => {
        const joiner = createSegmentJoiner({ sampleRateHz });
        const speech = joiner.push(await say(text, { speed }));
        return concatSamples([...speech, ...joiner.endSegment({ boundary: 'end' })]).length;
      };
      await expectAsLongAsAsked(joined);
    },
  );

  it('begins and ends with silence that is digital, where its pauses are noise', async () => {
    for (const speed of [0.25, 1, 1.9]) {
      const samples = await say('Yes.', { speed });
      const edges = [samples.subarray(0, 800), samples.subarray(-80)];
      expect(edges.every((edge) => edge.every((sample) => sample === 0))).toBe(isStatistical(voiceCode));
    }
  });

  it.runIf(hasEmphasis)('spreads its pitch wider with each step of emphasis', async () => {
    const spreads: number[] = [];
    for (const emphasisIntensity of EMPHASES) {
      let total = 0;
      for (const text of SENTENCES) {
        total += measurePitch(await say(text, { emphasisIntensity }), { sampleRateHz }).spreadSemitones;
      }
      spreads.push(total / SENTENCES.length);
    }
    expect(spreads).toEqual(spreads.toSorted((one, other) => one - other));
    expect((spreads.at(-1) ?? 0) / (spreads[0] ?? 1)).toBeGreaterThan(2);
  });

  it.runIf(!hasEmphasis)('ignores emphasis, and says so', async () => {
    expect(await say('Hello.', { emphasisIntensity: 100 })).toEqual(await say('Hello.'));
  });

  it('renders emphasis 50 like the default', async () => {
    expect(await say(SENTENCES[2] ?? '', { emphasisIntensity: 50 })).toEqual(await say(SENTENCES[2] ?? ''));
  });
});

/** @param lengthAt in samples, of the same text at each speed */
async function expectAsLongAsAsked(lengthAt: (speed: number) => Promise<number>): Promise<void> {
  const plain = await lengthAt(1);
  for (const speed of SPEEDS) {
    const ratio = ((await lengthAt(speed)) / plain) * speed;
    expect(Math.abs(ratio - 1), `speed ${speed}: ${ratio.toFixed(3)} of the length asked`).toBeLessThan(0.1);
  }
}
