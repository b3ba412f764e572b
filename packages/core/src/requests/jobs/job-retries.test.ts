import fc from 'fast-check';
import { expect, it } from 'vitest';
import { retryDelayMs } from './job-retries.ts';

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
