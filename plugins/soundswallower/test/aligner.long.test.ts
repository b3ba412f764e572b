import type { TextAligner } from '@parlance/core/engine';
import { wordRanges } from '@parlance/core/segmentation';
import { flite } from '@parlance/plugin-flite';
import { type AlignedSpeech, fakePluginContext, killChildProcesses, spliceSpeech } from '@parlance/testkit';
import { describeTextAligner } from '@parlance/testkit/vitest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { soundSwallower } from '../src/index.ts';

const context = fakePluginContext({ isolation: 'process' });
const TEXT = 'our neighbours bought seven tickets behind another station';
const speech = await speak(TEXT);

async function speak(text: string): Promise<AlignedSpeech> {
  const [engine] = (await flite({ threads: 1 }).createSynthesis?.(context)) ?? [];
  if (engine === undefined) throw new TypeError('The plugin created no engine.');
  try {
    return await spliceSpeech(engine, { text, voiceCode: 'rms' });
  } finally {
    await engine.close();
  }
}

async function openAligner(): Promise<TextAligner> {
  const aligner = await soundSwallower().createAlignment?.(context);
  if (aligner === undefined) throw new TypeError('The plugin created no aligner.');
  return aligner;
}

describeTextAligner('soundswallower/aligner', {
  create: openAligner,
  traits: { speech, ...(process.platform === 'linux' && { crashWorker: killChildProcesses }) },
});

let aligner: TextAligner;

beforeAll(async () => {
  aligner = await openAligner();
});

afterAll(() => aligner.close());

function align({ samples, sampleRateHz }: AlignedSpeech, text: string) {
  const words = wordRanges(text);
  return aligner.align({ samples: samples.slice(), sampleRateHz, text, words, languageCode: 'en' });
}

function secondsOff(found: number | undefined, due: number | undefined): number {
  return Math.abs((found ?? Number.NaN) - (due ?? Number.NaN));
}

it('finds numbers, years, names and words made of others that no dictionary has', async () => {
  const spoken = await speak('Zorblax paid forty two dollars thereunder in nineteen sixty one');
  const starts = [0, 1, 2, 5, 6, 7].map((index) => spoken.times[index]?.startSeconds);
  const found = await align(spoken, 'Zorblax paid $42 thereunder in 1961.');
  for (const [index, { startSeconds }] of found.entries())
    expect(secondsOff(startSeconds, starts[index]), `word ${index}`).toBeLessThan(0.1);
});

it('does not move the words beside a hesitation that is not in the text', async () => {
  const spoken = await speak('our neighbours uh bought um seven tickets');
  const kept = [0, 1, 3, 5, 6];
  const found = await align(spoken, 'our neighbours bought seven tickets');
  for (const [index, { startSeconds }] of found.entries())
    expect(
      secondsOff(startSeconds, spoken.times[kept[index] ?? 0]?.startSeconds),
      `word ${index}`,
    ).toBeLessThan(0.1);
});

it('does not move the words beside a misrecognized one', async () => {
  const words = TEXT.split(' ');
  const found = await align(speech, words.with(3, 'heaven').join(' '));
  for (const [index, { startSeconds }] of found.entries())
    if (index !== 3)
      expect(secondsOff(startSeconds, speech.times[index]?.startSeconds), words[index]).toBeLessThan(0.1);
});

it('finds words in two minutes of speech, the longest that it takes', async () => {
  const times = Math.floor((aligner.capabilities.maxSeconds * speech.sampleRateHz) / speech.samples.length);
  const samples = new Float32Array(times * speech.samples.length);
  for (let index = 0; index < times; index += 1) samples.set(speech.samples, index * speech.samples.length);
  const found = await align({ ...speech, samples }, Array.from({ length: times }, () => TEXT).join(' '));
  const seconds = speech.samples.length / speech.sampleRateHz;
  const off = found.map(({ startSeconds }, index) =>
    secondsOff(
      startSeconds,
      (speech.times[index % speech.times.length]?.startSeconds ?? 0) +
        Math.floor(index / speech.times.length) * seconds,
    ),
  );
  expect(Math.max(...off)).toBeLessThan(0.2);
});
