import type { Benchmark } from '../runner/contract.ts';
import { metricTable } from '../runner/markdown.ts';
import { batches } from './variants/batches.ts';
import { partitions, partitionsAndIds } from './variants/partitions.ts';

const COSTS = {
  secondsForAMillion: {
    title: 'A million requests, by the rate of those that were removed',
    unit: 's',
    digits: 1,
  },
  removedRows: { title: 'Requests that were removed', unit: 'number' },
  walMib: { title: 'Log that a million requests write, with the live work beside', unit: 'MiB' },
  deadRows: { title: 'Dead rows that are left', unit: 'number' },
  vacuumSeconds: { title: 'The vacuum afterwards', unit: 's', digits: 1 },
  sizeBeforeMib: { title: 'Tables and indexes before', unit: 'MiB' },
  sizeAfterMib: { title: 'Tables and indexes after the vacuum', unit: 'MiB' },
} as const;

const WAITS = {
  liveQuiet: 'a live transaction before',
  liveDuring: 'a live transaction meanwhile',
  lookupQuiet: 'a request by its id before',
  lookupDuring: 'a request by its id meanwhile',
} as const;
const WAIT_METRICS = Object.entries(WAITS).flatMap(([name, title]) => [
  [`${name}Ms`, { title, unit: 'ms', digits: 1 }],
  [`${name}P95Ms`, { title: `${title}, 95th percentile`, unit: 'ms', digits: 1 }],
]);

const VARIANTS = { batches, partitions, 'partitions and ids': partitionsAndIds };
const CASE = 'three weeks of fifteen';

export default {
  question: 'What does it cost to remove a million requests of five whose time is over?',
  variants: VARIANTS,
  cases: [CASE],
  metrics: { ...COSTS, ...Object.fromEntries(WAIT_METRICS) },
  alternation: 'by-variant',
  rounds: 1,
  models: [],
  packages: ['pg'],
  report: (summary) => [
    ...Object.entries(COSTS).map(([name, metric]) => metricTable(summary, name, metric)),
    {
      kind: 'table',
      title: 'What live work waits, ms: median (95th percentile)',
      header: ['', ...Object.keys(VARIANTS)],
      rows: Object.entries(WAITS).map(([name, title]) => [
        title,
        ...Object.keys(VARIANTS).map((variant) => {
          const median = (metric: string) => summary.find(CASE, variant, metric)?.median.toFixed(1) ?? '–';
          return `${median(`${name}Ms`)} (${median(`${name}P95Ms`)})`;
        }),
      ]),
    },
  ],
} satisfies Benchmark;
