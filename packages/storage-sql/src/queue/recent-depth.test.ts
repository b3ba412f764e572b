import { manualClock } from '@parlance/testkit';
import { expect, it } from 'vitest';
import { rememberDepth } from './recent-depth.ts';

it('counts few jobs each time, and many once a second for each kind and limit', async () => {
  const clock = manualClock();
  let jobs = 999;
  let counts = 0;
  const depth = rememberDepth(async (_kind, atMost = Number.POSITIVE_INFINITY) => {
    counts += 1;
    return Math.min(jobs, atMost);
  }, clock);
  const ask = async (atMost?: number, kind: 'synthesis' | 'transcription' = 'synthesis') => [
    await depth(kind, atMost),
    counts,
  ];
  expect(await ask(5000)).toEqual([999, 1]);
  jobs = 3000;
  expect(await ask(5000)).toEqual([3000, 2]);
  jobs = 9000;
  expect(await ask(5000)).toEqual([3000, 2]);
  expect(await ask(5000, 'transcription')).toEqual([5000, 3]);
  expect(await ask(4000)).toEqual([4000, 4]);
  expect(await ask()).toEqual([9000, 5]);
  clock.advance(1000);
  expect(await ask(4000)).toEqual([4000, 6]);
  jobs = 1;
  clock.advance(1000);
  expect(await ask(4000)).toEqual([1, 7]);
});
