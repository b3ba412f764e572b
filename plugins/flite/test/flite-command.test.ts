import { fileURLToPath } from 'node:url';
import { createWorkerPool } from '@parlance/worker-kit';
import { afterAll, describe, expect, it } from 'vitest';
import { FLITE_VOICE_CODES, FLITE_VOICES, ownProsody } from '../src/host/voices.ts';
import type { FliteSpeech, FliteUtterance } from '../src/worker/flite-command.ts';
import { readFliteWav } from '../src/worker/wav-samples.ts';
import type { CommandTask } from './fixtures/command-worker.ts';

/** In a child process: a crash of the WebAssembly compiler is one failed test then, and not the end of the run. */
const pool = createWorkerPool<undefined, CommandTask, FliteSpeech>({
  name: 'flite/command',
  entry: fileURLToPath(new URL('fixtures/command-worker.ts', import.meta.url)),
  init: undefined,
  isolation: 'process',
  threads: 1,
});
const speak = (utterance: FliteUtterance, module: CommandTask['module'] = 'flite') =>
  pool.run({ module, utterance });
const speakToWav = async (utterance: FliteUtterance, module?: CommandTask['module']) =>
  (await speak(utterance, module)).wav;

afterAll(() => pool.close());

describe.each(FLITE_VOICE_CODES)('%s', (voiceCode) => {
  const sampleRateHz = FLITE_VOICES.find(({ code }) => code === voiceCode)?.nativeRateHz ?? 0;
  const task = { text: 'The birch canoe slid on the smooth planks.', voiceCode };

  const own = ownProsody(voiceCode);
  const speakSo = (prosody: { durationStretch: number; f0SpreadHz?: number }) =>
    speakToWav({ ...task, ...prosody });

  it('has the stretch and the spread that Flite uses by default', async () => {
    const untold = await speakToWav(task);
    expect(Buffer.compare(await speakSo(own), untold)).toBe(0);
    expect(
      Buffer.compare(await speakSo({ ...own, durationStretch: own.durationStretch * 1.1 }), untold),
    ).not.toBe(0);
  });

  it('has a spread in the catalogue only if Flite uses it', async () => {
    const [narrow, wide] = [
      await speakSo({ ...own, f0SpreadHz: 5 }),
      await speakSo({ ...own, f0SpreadHz: 50 }),
    ];
    expect(Buffer.compare(narrow, wide) !== 0).toBe(own.f0SpreadHz !== undefined);
  });

  it('writes at the rate that its catalogue entry says', async () => {
    const wav = await speakToWav({ ...task, durationStretch: 1 });
    expect(readFliteWav(wav, sampleRateHz).length).toBeGreaterThan(sampleRateHz);
  });
});

it.each(['awb', 'rms', 'slt'])('reports where the pauses and the phones of %s end', async (voiceCode) => {
  const { wav, phones } = await speak({ text: 'Half. The bus is late.', voiceCode, durationStretch: 2 });
  const sentences = phones.trim().split('\n');
  expect(sentences).toHaveLength(2);
  const ends = sentences.map((sentence) => {
    expect(sentence.trim()).toMatch(/^pau:\d+\.\d+ (?:\S+:\d+\.\d+ )+pau:\d+\.\d+$/);
    return Number(sentence.trim().split(':').at(-1));
  });
  // Each sentence is a whole number of frames of 5 ms.
  const seconds = readFliteWav(wav, 16_000).length / 16_000;
  expect(Math.abs(seconds - ends.reduce((sum, end) => sum + end, 0))).toBeLessThan(0.02);
});

it('renders an utterance identically, whatever was spoken before it', async () => {
  const utterance = { text: 'The birch canoe slid on the smooth planks.', voiceCode: 'slt' };
  const first = await speakToWav(utterance);
  // Minutes of another voice: the memory has grown by then.
  await speakToWav({ text: '1234567890 '.repeat(16), voiceCode: 'kal', durationStretch: 3 });
  expect(Buffer.compare(await speakToWav(utterance), first)).toBe(0);
});

it('does not change the constants in its memory: each voice sounds the same after all others', async () => {
  const text = 'In 1999, 3.14 and 12,345 cost $5.50; xzq ... 7 NASA, antidisestablishmentarianism?';
  const speakAll = async () => {
    const all: Uint8Array[] = [];
    for (const voiceCode of FLITE_VOICE_CODES) all.push(await speakToWav({ text, voiceCode }));
    return all;
  };
  const first = await speakAll();
  expect(await speakAll()).toEqual(first);
});

it('throws a trap as an error, and the next utterance is correct', async () => {
  const utterance = { text: 'hello', voiceCode: 'kal', durationStretch: 1 };
  await expect(speakToWav(utterance, 'trap')).rejects.toThrow('unreachable');
  expect(readFliteWav(await speakToWav(utterance), 8000).length).toBeGreaterThan(4000);
});
