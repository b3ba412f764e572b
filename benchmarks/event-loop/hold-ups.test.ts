import { expect, it } from 'vitest';
import { holdUpTable } from './hold-ups.ts';

const windowOf = (values: Readonly<Record<string, number>>) => ({
  round: 1,
  caseName: 'load',
  variant: 'service',
  values: { workMs: 0, collectionMs: 0, stolenMs: 0, ...values },
});

it('lays each hold-up beyond 10 ms to what took most of it', () => {
  const { title, rows } = holdUpTable({
    measurements: [
      windowOf({ holdUpMs: 10, workMs: 10 }),
      windowOf({ holdUpMs: 20, workMs: 19, collectionMs: 15 }),
      windowOf({ holdUpMs: 12, workMs: 11, collectionMs: 3, stolenMs: 40 }),
      windowOf({ holdUpMs: 30, workMs: 5, stolenMs: 40 }),
      windowOf({ holdUpMs: 31, workMs: 5, stolenMs: 10 }),
      windowOf({ holdUpMs: 40, workMs: 5 }),
      { ...windowOf({}), values: { healthMs: 90 } },
    ],
  });
  expect(title).toContain('5 of 6');
  expect(rows.map(([, windows, longest]) => [windows, longest])).toEqual([
    ['1', '20.0'],
    ['1', '12.0'],
    ['1', '30.0'],
    ['2', '40.0'],
  ]);
});
