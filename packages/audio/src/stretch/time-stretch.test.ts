import { measurePitch } from '@parlance/testkit';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stretchTime } from './time-stretch.ts';

const RATE_HZ = 22_050;

/** A buzz like a voice's: ten harmonics, falling. */
function buzz(hz: number, seconds: number): Float32Array {
  return Float32Array.from({ length: Math.round(seconds * RATE_HZ) }, (_, index) => {
    let sum = 0;
    for (let harmonic = 1; harmonic <= 10; harmonic += 1)
      sum += Math.sin((2 * Math.PI * hz * harmonic * index) / RATE_HZ) / harmonic;
    return sum * 0.25;
  });
}

it("returns exactly the requested length, with no sample outside of the input's range", () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { maxLength: 3000 }),
      fc.integer({ min: 0, max: 6000 }),
      (values, lengthSamples) => {
        const samples = Float32Array.from(values);
        const stretched = stretchTime(samples, { lengthSamples, sampleRateHz: 8000 });
        expect(stretched.length).toBe(lengthSamples);
        const peak = Math.max(0, ...samples.map(Math.abs));
        expect(stretched.every((sample) => Math.abs(sample) <= peak + 1e-6)).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
});

it.each([0.5, 0.72, 0.95, 1.3, 2])('keeps pitch and loudness when the length changes by %f', (factor) => {
  for (const hz of [95, 190]) {
    const samples = buzz(hz, 0.5);
    const lengthSamples = Math.round(samples.length * factor);
    const stretched = stretchTime(samples, { lengthSamples, sampleRateHz: RATE_HZ });
    expect(measurePitch(stretched, { sampleRateHz: RATE_HZ }).medianHz / hz).toBeCloseTo(1, 1);
    const powerOf = (signal: Float32Array) =>
      signal.reduce((sum, sample) => sum + sample * sample, 0) / signal.length;
    expect(powerOf(stretched) / powerOf(samples)).toBeGreaterThan(0.8);
    expect(powerOf(stretched) / powerOf(samples)).toBeLessThan(1.2);
  }
});

it('returns the same samples in a new buffer if the length does not change', () => {
  const samples = buzz(120, 0.2);
  const same = stretchTime(samples, { lengthSamples: samples.length, sampleRateHz: RATE_HZ });
  expect(same).toEqual(samples);
  expect(same.buffer).not.toBe(samples.buffer);
});
