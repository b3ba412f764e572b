import { COUNT_TITLES, FAULT_TITLES } from '../crash-safety/verdict.ts';
import type { Benchmark } from '../runner/contract.ts';
import { countMetrics, countTable, metricTable } from '../runner/markdown.ts';
import type { TableSection } from '../runner/sections.ts';
import type { Summary } from '../runner/summary.ts';
import { LIVE_COUNT_TITLES, LIVE_FAULT_TITLES } from './live-figures.ts';
import { memoryMetric, THIRDS } from './memory-by-thirds.ts';
import { KILLED_LAYOUT, killed } from './variants/killed.ts';
import { upgraded } from './variants/upgraded.ts';

const CASE = 'mixed load';
const FAULTS = { ...LIVE_FAULT_TITLES, ...FAULT_TITLES };
const COUNTS = {
  minutes: 'Minutes of load',
  restarts: 'Processes killed or ended, and started again',
  steps: 'Steps by which the database was brought up to date',
  ...LIVE_COUNT_TITLES,
  ...COUNT_TITLES,
  webhooksAcceptedAgain: 'Webhooks that came again under the same id after they were accepted',
};
const RECOVERY = { title: 'From the start of a process until it is ready', unit: 's', digits: 1 } as const;
const DRAIN = { title: 'From SIGTERM until a process has ended', unit: 's', digits: 1 } as const;
const memoryMetrics = Object.keys(KILLED_LAYOUT).flatMap((name) =>
  THIRDS.flatMap((third) => [memoryMetric(name, third, 'median'), memoryMetric(name, third, 'peak')]),
);

export default {
  question: 'Is anything lost when nodes of several are killed, or upgraded one by one, under load?',
  variants: { upgraded, killed },
  cases: [CASE],
  metrics: {
    ...countMetrics({ ...FAULTS, ...COUNTS }),
    ...Object.fromEntries(memoryMetrics.map((name) => [name, { title: name, unit: 'MiB' }])),
    recoverySeconds: RECOVERY,
    drainSeconds: DRAIN,
  },
  alternation: 'by-variant',
  rounds: 1,
  models: ['moonshine-tiny-en', 'silero-vad'],
  packages: ['pg-boss', 'kysely', 'pg', 'ws'],
  report: (summary) => [
    countTable(summary, CASE, { title: 'Faults; the aim is 0 of each', titles: FAULTS }),
    countTable(summary, CASE, { title: 'What was done', titles: COUNTS }),
    memoryTable(summary),
    metricTable(summary, 'recoverySeconds', RECOVERY),
    metricTable(summary, 'drainSeconds', DRAIN),
  ],
} satisfies Benchmark;

function memoryTable(summary: Summary): TableSection {
  const mib = (name: string, third: string, which: 'median' | 'peak'): string =>
    summary.find(CASE, 'killed', memoryMetric(name, third, which))?.median.toFixed(0) ?? '–';
  return {
    kind: 'table',
    title:
      'Memory of each node that is killed (proportional set size), MiB: median and peak by thirds of the run',
    header: ['', ...THIRDS],
    rows: Object.keys(KILLED_LAYOUT).map((name) => [
      name,
      ...THIRDS.map((third) => `${mib(name, third, 'median')}, ${mib(name, third, 'peak')}`),
    ]),
  };
}
