import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fullBucket, returnToken, takeToken } from './token-bucket.ts';

it('admits a minute’s calls at once, and then one for each share of a minute', () => {
  const size = { perMinute: 3 };
  let bucket = fullBucket(size, 0);
  const take = (nowMs: number): number => {
    const taken = takeToken(bucket, size, nowMs);
    bucket = taken.bucket;
    return taken.waitMs;
  };
  expect([take(0), take(0), take(0)]).toEqual([0, 0, 0]);
  expect(take(0)).toBe(20_000);
  expect(take(5000)).toBe(15_000);
  expect([take(20_000), take(20_000)]).toEqual([0, 20_000]);
  // However long it was quiet, no more than a minute's calls wait in it.
  expect([take(1e9), take(1e9), take(1e9), take(1e9)]).toEqual([0, 0, 0, 20_000]);
});

it('accepts a returned token, but never more than its size', () => {
  const size = { perMinute: 2 };
  const { bucket } = takeToken(fullBucket(size, 0), size, 0);
  expect(returnToken(bucket, size).tokens).toBe(2);
  expect(returnToken(returnToken(bucket, size), size).tokens).toBe(2);
});

it('never admits more in any period than its size plus the refill', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 600 }),
      fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 200 }),
      (perMinute, pausesMs) => {
        let bucket = fullBucket({ perMinute }, 0);
        let nowMs = 0;
        let passed = 0;
        for (const pauseMs of pausesMs) {
          nowMs += pauseMs;
          const taken = takeToken(bucket, { perMinute }, nowMs);
          bucket = taken.bucket;
          if (taken.waitMs === 0) passed += 1;
          else expect(taken.waitMs).toBeLessThanOrEqual(60_000 / perMinute);
          expect(passed).toBeLessThanOrEqual(perMinute + (nowMs * perMinute) / 60_000 + 1e-6);
        }
      },
    ),
  );
});
