import { expect, it } from 'vitest';
import { pacedSlices, sliceSamplesFor } from './paced-slices.ts';

const mp3 = { container: 'mp3', sampleRateHz: 16_000, bitrateKbps: 32 } as const;
const wav = { container: 'wav', sampleRateHz: 16_000 } as const;

it('cuts audio for MP3 or another rate into quarters of a second after a tenth', () => {
  expect(sliceSamplesFor(mp3, 16_000)).toEqual({ first: 1600, following: 4000 });
  expect(sliceSamplesFor(wav, 22_050)).toEqual({ first: 2205, following: 5512 });
  expect(sliceSamplesFor(wav, 16_000)).toEqual({ first: 64_000, following: 64_000 });
});

it('yields all samples in order, and lets other work run only between two slices', async () => {
  const samples = Float32Array.from({ length: 10 }, (_, index) => index);
  const turns: string[] = [];
  const yieldToEventLoop = async () => void turns.push('other work');
  const sizes = { first: 2, following: 4 };
  for await (const slice of pacedSlices(samples, sizes, yieldToEventLoop)) turns.push([...slice].join(' '));
  expect(turns).toEqual(['0 1', 'other work', '2 3 4 5', 'other work', '6 7 8 9']);
});
