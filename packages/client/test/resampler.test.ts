import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createResampler } from '../browser/resampler.ts';

const OUT_HZ = 16_000;

const tone = (hertz: number, rateHz: number, samples: number): Float32Array =>
  Float32Array.from({ length: samples }, (_, at) => Math.sin((2 * Math.PI * hertz * at) / rateHz));

function inPieces(rateHz: number, input: Float32Array, sizes: readonly number[]): Float32Array {
  const resampler = createResampler(rateHz, OUT_HZ);
  const output: number[] = [];
  for (let at = 0, turn = 0; at < input.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    output.push(...resampler.push(input.subarray(at, at + size)));
    at += size;
  }
  return Float32Array.from(output);
}

const levelOf = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

describe.each([8000, 44_100, 48_000, 96_000])('from %i Hz to 16 kHz', (rateHz) => {
  it('keeps a tone in the range of speech unchanged', () => {
    const output = inPieces(rateHz, tone(440, rateHz, rateHz), [1024]);
    const expected = tone(440, OUT_HZ, output.length);
    // The beginning has silence in its kernel.
    for (let at = 100; at < output.length; at++) {
      expect(Math.abs((output[at] ?? 0) - (expected[at] ?? 0))).toBeLessThan(0.01);
    }
  });

  it('makes as many samples as the time has, except for the last few', () => {
    const { length } = inPieces(rateHz, new Float32Array(rateHz), [1024]);
    expect(length).toBeGreaterThan(OUT_HZ - 80);
    expect(length).toBeLessThanOrEqual(OUT_HZ);
  });
});

it('removes frequencies that the lower rate cannot have', () => {
  const output = inPieces(48_000, tone(10_000, 48_000, 48_000), [1024]);
  expect(levelOf(output.subarray(100))).toBeLessThan(0.003);
});

it('gives the same samples however the input is cut', () => {
  const input = tone(300, 44_100, 4000);
  const whole = inPieces(44_100, input, [input.length]);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 2000 }), { minLength: 1, maxLength: 20 }), (sizes) => {
      expect(inPieces(44_100, input, sizes)).toEqual(whole);
    }),
    { numRuns: 30 },
  );
});

it('passes samples with the right rate through, at most a millisecond late', () => {
  const output = inPieces(OUT_HZ, tone(1000, OUT_HZ, 1600), [128]);
  expect(output.length).toBeGreaterThan(1560);
  expect(levelOf(output.subarray(50))).toBeCloseTo(Math.SQRT1_2, 1);
});

it.each([8000, 22_050, 44_100])('completes a stream of %i Hz at 48 kHz, as long as it was', (rateHz) => {
  const resampler = createResampler(rateHz, 48_000);
  const input = tone(440, rateHz, rateHz);
  const pieces = [resampler.push(input.subarray(0, 1000)), resampler.push(input.subarray(1000))];
  const output = Float32Array.from([...pieces, resampler.finish()].flatMap((piece) => [...piece]));
  expect(output.length).toBe(48_000);
  const expected = tone(440, 48_000, output.length);
  // The beginning and the end have silence in their kernels.
  for (let at = 200; at < output.length - 200; at++) {
    expect(Math.abs((output[at] ?? 0) - (expected[at] ?? 0))).toBeLessThan(0.01);
  }
});

it('has nothing to complete if nothing came', () => {
  expect(createResampler(24_000, 48_000).finish()).toHaveLength(0);
});
