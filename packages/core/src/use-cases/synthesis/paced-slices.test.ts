import { expect, it } from 'vitest';
import { pacedSlices, sliceSamplesFor } from './paced-slices.ts';

const mp3 = { container: 'mp3', sampleRateHz: 16_000, bitrateKbps: 32 } as const;
const wav = { container: 'wav', sampleRateHz: 16_000 } as const;

it('cuts what MP3 or another rate is made of into quarters of a second', () => {
  expect(sliceSamplesFor(mp3, 16_000)).toBe(4000);
  expect(sliceSamplesFor(wav, 22_050)).toBe(5512);
  expect(sliceSamplesFor(wav, 16_000)).toBe(64_000);
});

it('gives all samples in order, and other work its turn between two slices alone', async () => {
  const samples = Float32Array.from({ length: 10 }, (_, index) => index);
  const turns: string[] = [];
  const breathe = async () => void turns.push('other work');
  for await (const slice of pacedSlices(samples, 4, breathe)) turns.push([...slice].join(' '));
  expect(turns).toEqual(['0 1 2 3', 'other work', '4 5 6 7', 'other work', '8 9']);
});
