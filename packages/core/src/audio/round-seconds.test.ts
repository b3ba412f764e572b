import { expect, it } from 'vitest';
import { roundSeconds } from './round-seconds.ts';

it('sums of times are rounded to a tenth of a millisecond', () => {
  expect([roundSeconds(0.85 * 3), roundSeconds(1.00005), roundSeconds(0)]).toEqual([2.55, 1.0001, 0]);
});
