import { expect, it } from 'vitest';
import { defaultBitrateKbps, mp3BitratesKbps } from './output-format.ts';

it.each([
  [8000, 8, 64],
  [12_000, 8, 64],
  [16_000, 8, 128],
  [24_000, 8, 128],
  [32_000, 32, 128],
  [48_000, 32, 128],
])('MP3 at %i Hz has %i to %i kbps', (sampleRateHz, least, most) => {
  const rates = mp3BitratesKbps(sampleRateHz);
  expect([rates.at(0), rates.at(-1)]).toEqual([least, most]);
  expect(defaultBitrateKbps(sampleRateHz)).toBe(most);
});
