import type { Metric } from './contract.ts';
import type { ChartSection } from './sections.ts';
import type { Summary } from './summary.ts';

/** A metric of every case as groups of bars, one bar a variant. */
export function metricChart(
  summary: Summary,
  name: string,
  metric: Metric,
  options: Partial<Pick<ChartSection, 'guides' | 'name'>> = {},
): ChartSection {
  return {
    kind: 'chart',
    name,
    title: metric.title,
    unit: metric.unit,
    ...(metric.digits === undefined ? {} : { digits: metric.digits }),
    groups: summary.cases.map((caseName) => ({
      title: caseName,
      bars: summary.variants.flatMap((series) => {
        const spread = summary.find(caseName, series, name);
        return spread === undefined ? [] : [{ series, ...spread }];
      }),
    })),
    ...options,
  };
}
