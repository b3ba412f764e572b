import { expect, it } from 'vitest';
import { amplitudeOfDb, rmsOf } from './signal-level.ts';

it('a level in decibels is an amplitude', () => {
  expect([0, -20, 6.0206].map((levelDb) => Number(amplitudeOfDb(levelDb).toFixed(4)))).toEqual([1, 0.1, 2]);
});

it('the root mean square of a signal is the root of its mean power', () => {
  expect(rmsOf(Float32Array.of(1, -1, 1, -1))).toBe(1);
  expect(rmsOf(Float32Array.of(0.5, 0))).toBeCloseTo(Math.SQRT1_2 / 2, 6);
  expect(rmsOf(new Float32Array(0))).toBe(0);
});
