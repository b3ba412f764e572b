import type { TextAligner } from '@parlance/core/engine';
import { wordRanges } from '@parlance/core/segmentation';
import { fakePluginContext, spliceSpeech } from '@parlance/testkit';
import { describeTextAligner } from '@parlance/testkit/vitest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { espeakNg } from '../src/index.ts';
import { openEngine } from './open-engine.ts';

const engine = await openEngine();
const speech = await spliceSpeech(engine, {
  text: 'our neighbours bought seven tickets behind another station',
  voiceCode: 'espeak-en-gb-female',
});

async function openAligner(): Promise<TextAligner> {
  const aligner = await espeakNg().createAlignment?.(fakePluginContext({ isolation: 'process' }));
  if (aligner === undefined) throw new TypeError('The plugin created no aligner.');
  return aligner;
}

describeTextAligner('espeak-ng/aligner', { create: openAligner, traits: { speech } });

let aligner: TextAligner;

beforeAll(async () => {
  aligner = await openAligner();
});

afterAll(() => Promise.all([aligner.close(), engine.close()]));

it.each([
  ['de-DE', 'Meine Schwester kaufte drei Bücher in der Küche'],
  ['fr-FR', 'Notre voisine cherchait la clé derrière la gare'],
  ['ru-RU', 'Маленькая собака искала старого капитана'],
  ['el-GR', 'Καλημέρα έτσι ακούγεται η φωνή μου'],
])('finds the words of %s', async (languageCode, text) => {
  const voiceCode = `espeak-${languageCode.toLowerCase()}-female`;
  const spliced = await spliceSpeech(engine, { text, voiceCode });
  const found = await aligner.align({ ...spliced, words: wordRanges(text) });
  for (const [index, { startSeconds }] of found.entries())
    expect(
      Math.abs(startSeconds - (spliced.times[index]?.startSeconds ?? 0)),
      text.split(' ')[index],
    ).toBeLessThan(0.1);
});

it('finds words after a pause as long as the speech before it', async () => {
  const pauseSeconds = 3;
  const { samples, sampleRateHz, text, times } = speech;
  const cut = Math.round(((times[3]?.endSeconds ?? 0) + 0.05) * sampleRateHz);
  const paused = new Float32Array(samples.length + pauseSeconds * sampleRateHz);
  paused.set(samples.subarray(0, cut));
  paused.set(samples.subarray(cut), cut + pauseSeconds * sampleRateHz);
  const found = await aligner.align({
    samples: paused,
    sampleRateHz,
    text,
    words: wordRanges(text),
    languageCode: 'en',
  });
  for (const [index, { startSeconds }] of found.entries()) {
    const due = (times[index]?.startSeconds ?? 0) + (index > 3 ? pauseSeconds : 0);
    expect(Math.abs(startSeconds - due), text.split(' ')[index]).toBeLessThan(0.1);
  }
});
