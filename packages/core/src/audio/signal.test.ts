import { describe, expect, it } from 'vitest';
import { concatBytes } from './concat-bytes.ts';
import { fadeIn, fadeOut } from './edge-fade.ts';
import { defaultBitrateKbps, mp3BitratesKbps } from './output-format.ts';
import { recordingTooLarge } from './recording-too-large.ts';
import { roundSeconds } from './round-seconds.ts';
import { amplitudeOfDb, rmsOf } from './signal-level.ts';

describe('a fade', () => {
  const ones = (count: number): Float32Array => new Float32Array(count).fill(1);

  it('rises over its length and leaves the rest as it is', () => {
    const samples = ones(6);
    fadeIn(samples, 4);
    const [first = 0, second = 0, third = 0, fourth = 0] = samples;
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(0.05);
    expect(first + fourth).toBeCloseTo(1, 6);
    expect(second + third).toBeCloseTo(1, 6);
    expect(second).toBeLessThan(third);
    expect([...samples.slice(4)]).toEqual([1, 1]);
  });

  it('falls as it rises', () => {
    const [rising, falling] = [ones(6), ones(6)];
    fadeIn(rising, 4);
    fadeOut(falling, 4);
    expect(falling.toReversed()).toEqual(rising);
  });

  it.each([fadeIn, fadeOut])('covers all of a shorter signal, and nothing for 0: $name', (fade) => {
    const short = ones(2);
    fade(short, 100);
    expect((short[0] ?? 0) + (short[1] ?? 0)).toBeCloseTo(1, 6);
    const whole = ones(3);
    fade(whole, 0);
    fade(new Float32Array(0), 4);
    expect([...whole]).toEqual([1, 1, 1]);
  });
});

it('a level in decibels is an amplitude', () => {
  expect([0, -20, 6.0206].map((levelDb) => Number(amplitudeOfDb(levelDb).toFixed(4)))).toEqual([1, 0.1, 2]);
});

it('the mean of a signal is that of its power', () => {
  expect(rmsOf(Float32Array.of(1, -1, 1, -1))).toBe(1);
  expect(rmsOf(Float32Array.of(0.5, 0))).toBeCloseTo(Math.SQRT1_2 / 2, 6);
  expect(rmsOf(new Float32Array(0))).toBe(0);
});

it('sums of times are rounded to a tenth of a millisecond', () => {
  expect([roundSeconds(0.85 * 3), roundSeconds(1.00005), roundSeconds(0)]).toEqual([2.55, 1.0001, 0]);
});

it('bytes are joined in order', () => {
  expect(concatBytes([Uint8Array.of(1, 2), new Uint8Array(0), Uint8Array.of(3)])).toEqual(
    Uint8Array.of(1, 2, 3),
  );
  expect(concatBytes([])).toEqual(new Uint8Array(0));
});

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

it('a recording that is too large is told its limit in both units', () => {
  const { message, details } = recordingTooLarge('audio', 20_000_000, ' at an address');
  expect(message).toBe('audio must be smaller than 20 MB (20000000 bytes) at an address.');
  expect([details, recordingTooLarge('audio', 1).message]).toEqual([
    { field: 'audio', limitBytes: 20_000_000 },
    'audio must be smaller than 0.000001 MB (1 bytes).',
  ]);
});
