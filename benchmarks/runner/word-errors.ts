import type { ChartSection, TableSection } from './sections.ts';
import { spreadOf } from './statistics.ts';
import type { Measurement, Summary } from './summary.ts';

/** Word error rate over some measurements that have `errors` and `words`, in percent: all errors over all words. */
export function errorPercent(measurements: readonly Pick<Measurement, 'values'>[]): number {
  const sumOf = (metric: string) => measurements.reduce((sum, { values }) => sum + (values[metric] ?? 0), 0);
  return (100 * sumOf('errors')) / Math.max(1, sumOf('words'));
}

/** The rate of each round, all cases of a variant together. */
function roundsOf(summary: Summary, variant: string) {
  const own = summary.measurements.filter((one) => one.variant === variant && 'errors' in one.values);
  const rounds = Map.groupBy(own, ({ round }) => round);
  return { own, spread: spreadOf([...rounds.values()].map(errorPercent)) };
}

export function wordErrorBar(
  summary: Summary,
  options: Pick<ChartSection, 'name'> & Partial<Pick<ChartSection, 'guides'>>,
): ChartSection {
  return {
    kind: 'chart',
    title: 'Word error rate',
    unit: '%',
    digits: 1,
    groups: summary.variants.map((title) => ({
      title,
      bars: [{ series: 'all cases of a round', ...roundsOf(summary, title).spread }],
    })),
    ...options,
  };
}

export function wordErrorTotals(summary: Summary, title: string): TableSection {
  return {
    kind: 'table',
    title,
    header: ['', 'percent', 'least–greatest of a round', 'errors', 'words'],
    rows: summary.variants.map((variant) => {
      const { own, spread } = roundsOf(summary, variant);
      const sumOf = (metric: string) => own.reduce((sum, { values }) => sum + (values[metric] ?? 0), 0);
      return [
        variant,
        errorPercent(own).toFixed(1),
        `${spread.min.toFixed(1)}–${spread.max.toFixed(1)}`,
        String(sumOf('errors')),
        String(sumOf('words')),
      ];
    }),
  };
}
