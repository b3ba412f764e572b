import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MAX_JOB_STARTS, poisonOf, retryDelayMs } from './job-retries.ts';

const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

it('waits a second or more, never longer than a minute', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), chance, (starts, luck) => {
      const delayMs = retryDelayMs(starts, luck);
      expect(delayMs).toBeGreaterThanOrEqual(1000);
      expect(delayMs).toBeLessThanOrEqual(60_000);
    }),
  );
});

it('waits twice as long at each start, until the longest is reached', () => {
  expect([1, 2, 3, 4, 5, 6, 7].map((starts) => retryDelayMs(starts, 0))).toEqual([
    2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000,
  ]);
});

it('gives a job up that was started too often, not counting starts that failed through no fault of its own', () => {
  const isGivenUp = (starts: number, forgivenStarts: number): boolean =>
    poisonOf(starts, { forgivenStarts }) !== undefined;
  expect([MAX_JOB_STARTS, MAX_JOB_STARTS + 1].map((starts) => isGivenUp(starts, 0))).toEqual([false, true]);
  expect([5, 6].map((more) => isGivenUp(MAX_JOB_STARTS + more, 5))).toEqual([false, true]);
});
