import { expect, it } from 'vitest';
import { prosodyOf } from './prosody.ts';

const own = { durationStretch: 1.1, f0SpreadHz: 20 };

it("divides the voice's own stretch by the speed", () => {
  expect(prosodyOf({ speed: 0.5 }, own)).toEqual({ durationStretch: 2.2 });
});

it.each([
  [0, 10],
  [50, 20],
  [100, 40],
])('makes the spread at emphasis %i %i Hz of 20', (emphasisIntensity, f0SpreadHz) => {
  expect(prosodyOf({ speed: 1, emphasisIntensity }, own).f0SpreadHz).toBeCloseTo(f0SpreadHz, 10);
});

it('does not change a voice without a spread', () => {
  expect(prosodyOf({ speed: 1, emphasisIntensity: 100 }, { durationStretch: 1 })).toEqual({
    durationStretch: 1,
  });
});
