import type { Benchmark } from '../runner/contract.ts';
import { metricTable } from '../runner/markdown.ts';
import { batches } from './variants/batches.ts';
import { oneByOne } from './variants/one-by-one.ts';
import { partitions } from './variants/partitions.ts';

const METRICS = {
  secondsForAMillion: {
    title: 'A million rows, by the rate of those that were removed',
    unit: 's',
    digits: 1,
  },
  removedRows: { title: 'Rows that were removed', unit: 'number' },
  walMib: { title: 'Log that a million rows write', unit: 'MiB' },
  vacuumSeconds: { title: 'The vacuum afterwards', unit: 's', digits: 1 },
  sizeBeforeMib: { title: 'Table and indexes before', unit: 'MiB' },
  sizeAfterMib: { title: 'Table and indexes after the vacuum', unit: 'MiB' },
  liveQuietMs: { title: 'A live transaction before', unit: 'ms', digits: 1 },
  liveDuringMs: { title: 'A live transaction meanwhile', unit: 'ms', digits: 1 },
} as const;

export default {
  question: 'What does it cost to remove a million webhook deliveries whose time is over?',
  variants: { 'one by one': oneByOne, batches, partitions },
  cases: ['a month of two'],
  metrics: METRICS,
  alternation: 'by-variant',
  rounds: 1,
  models: [],
  packages: ['pg'],
  report: (summary) => Object.entries(METRICS).map(([name, metric]) => metricTable(summary, name, metric)),
} satisfies Benchmark;
