import type { Benchmark } from '../runner/contract.ts';
import { metricTable } from '../runner/markdown.ts';
import { pglite } from './variants/pglite.ts';
import { postgresql } from './variants/postgresql.ts';
import { COUNT_TITLES, FAULT_TITLES } from './verdict.ts';

const FAULTS = Object.fromEntries(
  Object.entries(FAULT_TITLES).map(([name, title]) => [name, { title, unit: 'number' }]),
);
const COUNTS = Object.fromEntries(
  Object.entries({ kills: 'Kills', ...COUNT_TITLES }).map(([name, title]) => [
    name,
    { title, unit: 'number' },
  ]),
);
const RECOVERY = { title: 'From the start after a kill until it answers', unit: 's', digits: 1 } as const;

export default {
  question: 'Is anything lost when the service is killed in the middle of its work?',
  variants: { pglite, postgresql },
  cases: ['kill -9 under load'],
  metrics: { ...COUNTS, ...FAULTS, recoverySeconds: RECOVERY },
  alternation: 'at-once',
  rounds: 1,
  models: ['moonshine-tiny-en', 'silero-vad'],
  packages: ['pg-boss', 'kysely', '@electric-sql/pglite'],
  report: (summary) => [
    {
      kind: 'table',
      title: 'Faults and what they were looked for in; the aim is 0 of each fault',
      header: ['', ...summary.variants],
      rows: Object.entries({ ...FAULTS, ...COUNTS }).map(([name, { title }]) => [
        title,
        ...summary.variants.map((variant) =>
          String(summary.find('kill -9 under load', variant, name)?.sum ?? '–'),
        ),
      ]),
    },
    metricTable(summary, 'recoverySeconds', RECOVERY),
  ],
} satisfies Benchmark;
