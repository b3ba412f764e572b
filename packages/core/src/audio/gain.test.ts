import { expect, it } from 'vitest';
import { withGain } from './gain.ts';

const RAMP = Float32Array.from({ length: 201 }, (_, index) => index / 100 - 1);

it('scales by decibels, and does not change its input', () => {
  const given = Float32Array.of(0.5, -0.25);
  expect([...withGain(given, -6.0206)]).toEqual([expect.closeTo(0.25, 4), expect.closeTo(-0.125, 4)]);
  expect([...given]).toEqual([0.5, -0.25]);
  expect([...withGain(given, Number.NEGATIVE_INFINITY)].map(Math.abs)).toEqual([0, 0]);
});

it('limits softly what would clip, monotonically and without a jump', () => {
  const louder = withGain(RAMP, 12);
  const steps = louder.slice(1).map((sample, index) => sample - (louder[index] ?? 0));
  expect(Math.max(...louder.map(Math.abs))).toBeLessThanOrEqual(1);
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...steps)).toBeLessThan(0.0401);
});

it('changes nothing up to 0.7, and bends from there towards 1', () => {
  const louder = [...withGain(Float32Array.of(0.25, 0.35, 0.5, -0.5), 6.0206)];
  const bent = 0.7 + 0.3 * Math.tanh(1);
  expect(louder).toEqual([0.5, 0.7, bent, -bent].map((sample) => expect.closeTo(sample, 4)));
  // Not even the loudest sample is bent where it gets no louder.
  expect([...withGain(Float32Array.of(1, -1), 0)]).toEqual([1, -1]);
});
