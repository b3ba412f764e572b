import { measurePitch, seededRandom } from '@parlance/testkit';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTimeStretcher } from './time-stretcher.ts';

const RATE_HZ = 22_050;

/** A buzz like a voice's, whose pitch glides. */
function voice(hz: number, seconds: number): Float32Array {
  return Float32Array.from({ length: Math.round(seconds * RATE_HZ) }, (_, index) => {
    let sum = 0;
    for (let harmonic = 1; harmonic <= 10; harmonic += 1)
      sum += Math.sin((2 * Math.PI * hz * harmonic * index) / RATE_HZ) / harmonic;
    return sum * 0.25;
  });
}

/** @param sizes of the pieces, repeated */
function stretched(samples: Float32Array, speed: number, sizes: readonly number[]): Float32Array {
  const stretcher = createTimeStretcher(RATE_HZ, speed);
  const parts: Float32Array[] = [];
  for (let from = 0, turn = 0; from < samples.length; turn++) {
    const size = sizes[turn % sizes.length] ?? samples.length;
    parts.push(stretcher.push(samples.subarray(from, from + size)));
    from += size;
  }
  parts.push(stretcher.finish());
  return Float32Array.from(parts.flatMap((part) => [...part]));
}

it('returns the same samples however the input is cut, with the length for the speed', () => {
  const samples = voice(130, 0.4);
  fc.assert(
    fc.property(
      fc.double({ min: 0.3, max: 3, noNaN: true }),
      fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 8 }),
      (speed, sizes) => {
        const whole = stretched(samples, speed, [samples.length]);
        expect(whole.length).toBe(Math.round(samples.length / speed));
        expect(stretched(samples, speed, sizes)).toEqual(whole);
      },
    ),
    { numRuns: 25 },
  );
});

it.each([0.5, 1.2, 1.6, 2.2, 4 / 1.9])('keeps pitch and loudness at %f', (speed) => {
  for (const hz of [95, 190]) {
    const samples = voice(hz, 0.8);
    const result = stretched(samples, speed, [1111]);
    expect(measurePitch(result, { sampleRateHz: RATE_HZ }).medianHz / hz).toBeCloseTo(1, 1);
    const powerOf = (signal: Float32Array) =>
      signal.reduce((sum, sample) => sum + sample * sample, 0) / signal.length;
    expect(powerOf(result) / powerOf(samples)).toBeGreaterThan(0.8);
    expect(powerOf(result) / powerOf(samples)).toBeLessThan(1.2);
  }
});

it.each([0.5, 1.3, 2])('continues a voice without a break in its waveform at %f', (speed) => {
  const PERIOD = 210;
  const result = stretched(voice(RATE_HZ / PERIOD, 0.8), speed, [1111]);
  // The last frame, of up to 32 ms, ends with the input and not where it continues best.
  const changes = result
    .slice(PERIOD, -0.032 * RATE_HZ)
    .map((sample, index) => Math.abs(sample - (result[index] ?? 0)));
  expect(Math.max(...changes)).toBeLessThan(0.01);
});

it.each([0.3, 0.5, 0.9, 1.3, 2, 3])('ends as its input ends, at full loudness, at %f', (speed) => {
  const samples = voice(130, 0.5);
  const result = stretched(samples, speed, [1111]);
  expect(result.at(-1)).toBeCloseTo(samples.at(-1) ?? Number.NaN, 3);
  const levelOf = (part: Float32Array): number => Math.max(...part.map(Math.abs));
  for (let fromEnd = 0.01; fromEnd < 0.1; fromEnd += 0.01) {
    const end = result.length - (fromEnd - 0.01) * RATE_HZ;
    expect(levelOf(result.slice(end - 0.01 * RATE_HZ, end))).toBeGreaterThan(0.7 * levelOf(samples));
  }
});

it.each([0.5, 1.3, 2])('has no clicks where nothing repeats, at %f', (speed) => {
  const random = seededRandom(7);
  let sample = 0;
  const rumble = Float32Array.from({ length: RATE_HZ }, () => {
    sample += (random() - 0.5 - sample) * 0.05;
    return sample;
  });
  const steepest = (samples: Float32Array): number =>
    samples.reduce((most, one, index) => Math.max(most, Math.abs(one - (samples[index - 1] ?? one))), 0);
  expect(steepest(stretched(rumble, speed, [1111]))).toBeLessThan(1.2 * steepest(rumble));
});

it.each([0.5, 1.3, 2])('holds back no more than 65 ms of its input at %f', (speed) => {
  const stretcher = createTimeStretcher(RATE_HZ, speed);
  const samples = voice(130, 0.5);
  let produced = 0;
  for (let from = 0; from < samples.length; from += 441) {
    produced += stretcher.push(samples.subarray(from, from + 441)).length;
    const heldSeconds = (Math.min(from + 441, samples.length) - produced * speed) / RATE_HZ;
    expect(heldSeconds).toBeLessThan(0.065 + 0.016 * speed);
  }
});

it('returns nothing for no input', () => {
  const stretcher = createTimeStretcher(RATE_HZ, 2);
  expect(stretcher.push(new Float32Array(0)).length).toBe(0);
  expect(stretcher.finish().length).toBe(0);
});
