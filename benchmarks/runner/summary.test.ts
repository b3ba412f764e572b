import { expect, it } from 'vitest';
import { type Measurement, summarize } from './summary.ts';

const divide = (value: number, other: number): number => value / other;

const taken = (variant: string, value: number): Measurement => ({
  round: 1,
  caseName: 'a case',
  variant,
  values: { speed: value },
});

it('compares two variants turn by turn', () => {
  const measurements = [10, 5, 8].flatMap((speed, turn) => [
    taken('bare', speed),
    taken('ours', speed * ([0.9, 0.8, 1][turn] ?? 1)),
  ]);
  const summary = summarize({ cases: ['a case'] }, ['ours', 'bare'], measurements, {});
  const ratio = summary.turnByTurn('a case', ['ours', 'bare'], 'speed', divide);
  expect(ratio?.median).toBeCloseTo(0.9);
  expect(ratio).toMatchObject({ count: 3, max: 1 });
  expect(ratio?.min).toBeCloseTo(0.8);
});

it('compares only turns that both took', () => {
  const measurements = [taken('ours', 4), taken('bare', 2), taken('ours', 9)];
  const summary = summarize({ cases: ['a case'] }, ['ours', 'bare'], measurements, {});
  expect(summary.turnByTurn('a case', ['ours', 'bare'], 'speed', divide)).toMatchObject({
    count: 1,
    median: 2,
  });
  expect(summary.turnByTurn('another case', ['ours', 'bare'], 'speed', divide)).toBeUndefined();
});
