import { expect, it } from 'vitest';
import { readFliteWav } from './wav-samples.ts';

function wavOf(
  samples: readonly number[],
  sampleRateHz = 8000,
  declaredBytes = samples.length * 2,
): Uint8Array {
  const view = new DataView(new ArrayBuffer(44 + samples.length * 2));
  view.setUint32(24, sampleRateHz, true);
  view.setUint32(36, 0x64_61_74_61);
  view.setUint32(40, declaredBytes, true);
  for (const [index, sample] of samples.entries()) view.setInt16(44 + index * 2, sample, true);
  return new Uint8Array(view.buffer);
}

it('scales 16 bits to -1 … 1', () => {
  expect([...readFliteWav(wavOf([0, 16_384, -32_768, 32_767]), 8000)]).toEqual([0, 0.5, -1, 32_767 / 32_768]);
});

it('reads to the end of the file, whatever the header says', () => {
  expect(readFliteWav(wavOf([1, 2, 3], 8000, 2), 8000)).toHaveLength(3);
});

it('gives no samples for a header alone, at whatever rate', () => {
  expect(readFliteWav(wavOf([], 16_000), 8000)).toHaveLength(0);
});

it("refuses a rate that is not the voice's", () => {
  expect(() => readFliteWav(wavOf([1], 16_000), 8000)).toThrow(
    'Flite spoke at 16000 Hz; the voice is 8000 Hz.',
  );
});

it.each([new Uint8Array(), new Uint8Array(44), new Uint8Array(43)])('refuses what is no WAV file', (wav) => {
  expect(() => readFliteWav(wav, 8000)).toThrow('Flite wrote no WAV file.');
});
