import fc from 'fast-check';
import { expect, it } from 'vitest';
import { planPace } from './pace-plan.ts';

const FRAME = 256;
const traits = { frameSamples: FRAME, fixedFramesPerLetter: 1.45 };
const speeds = fc.double({ min: 0.25, max: 1.9, noNaN: true });

/** A model whose every sound is rounded up: its length at a speed. */
const lengthAt = (speed: number, { fixed, variable }: { fixed: number; variable: number }) =>
  variable / speed + fixed;

it('changes nothing at speed 1', () => {
  const plan = planPace({ ...traits, speed: 1, letters: 9 });
  expect(plan.engineSpeed).toBe(1);
  expect(plan.dueSamples(12_345)).toBe(12_345);
});

it('finds the length due from any render of a model with a fixed part', () => {
  fc.assert(
    fc.property(
      speeds,
      fc.integer({ min: 3, max: 300 }),
      fc.double({ min: 0.19, max: 0.29, noNaN: true }),
      (speed, letters, share) => {
        const fixed = letters * FRAME * 1.45;
        const model = { fixed, variable: (fixed * (1 - share)) / share };
        const plan = planPace({ ...traits, speed, letters });
        const due = plan.dueSamples(lengthAt(plan.engineSpeed, model));
        expect(due / (lengthAt(1, model) / speed)).toBeCloseTo(1, 2);
      },
    ),
  );
});

it('stays within 10 % when the letters say nothing about the sounds', () => {
  fc.assert(
    fc.property(speeds, fc.constantFrom(1, 10_000), (speed, letters) => {
      const model = { fixed: 0.25 * 80_000, variable: 0.75 * 80_000 };
      const plan = planPace({ ...traits, speed, letters });
      const due = plan.dueSamples(lengthAt(plan.engineSpeed, model));
      expect(Math.abs(due / (80_000 / speed) - 1)).toBeLessThan(0.1);
    }),
  );
});

it('uses the speed of a model without a fixed part if it is slow, and the stretch if it is fast', () => {
  const plan = (speed: number) => planPace({ frameSamples: 600, fixedFramesPerLetter: 0, speed, letters: 5 });
  expect(plan(0.5).engineSpeed).toBeCloseTo(0.5);
  expect(plan(0.5).dueSamples(20_000)).toBe(20_000);
  expect(plan(1.6).engineSpeed).toBe(1);
  expect(plan(1.6).dueSamples(16_000)).toBe(10_000);
});
