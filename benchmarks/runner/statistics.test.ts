import { expect, it } from 'vitest';
import { spreadOf } from './statistics.ts';

it('takes the middle of an odd number of values whatever their order', () => {
  expect(spreadOf([9, 1, 5])).toMatchObject({ count: 3, median: 5, min: 1, max: 9, sum: 15 });
});

it('takes the mean of the two middle values of an even number', () => {
  expect(spreadOf([10, 2, 4, 1]).median).toBe(3);
});

it('finds the 95th percentile by nearest rank', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(spreadOf(values).p95).toBe(95);
  expect(spreadOf([3, 7]).p95).toBe(7);
});

it('leaves the values as they were', () => {
  const values = [3, 1, 2];
  spreadOf(values);
  expect(values).toEqual([3, 1, 2]);
});
