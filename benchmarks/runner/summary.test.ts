import { expect, it } from 'vitest';
import { type Measurement, summarize } from './summary.ts';

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
  const ratio = summary.ratio('a case', 'ours', 'bare', 'speed');
  expect(ratio?.median).toBeCloseTo(0.9);
  expect(ratio).toMatchObject({ count: 3, max: 1 });
  expect(ratio?.min).toBeCloseTo(0.8);
});

it('compares only turns that both took', () => {
  const measurements = [taken('ours', 4), taken('bare', 2), taken('ours', 9)];
  const summary = summarize({ cases: ['a case'] }, ['ours', 'bare'], measurements, {});
  expect(summary.ratio('a case', 'ours', 'bare', 'speed')).toMatchObject({ count: 1, median: 2 });
  expect(summary.ratio('another case', 'ours', 'bare', 'speed')).toBeUndefined();
});
