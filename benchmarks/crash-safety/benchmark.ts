import type { Benchmark } from '../runner/contract.ts';
import { countMetrics, countTable, metricTable } from '../runner/markdown.ts';
import { pglite } from './variants/pglite.ts';
import { postgresql } from './variants/postgresql.ts';
import { COUNT_TITLES, FAULT_TITLES } from './verdict.ts';

const CASE = 'kill -9 under load';
const COUNTS = { kills: 'Kills', ...COUNT_TITLES };
const RECOVERY = { title: 'From the start after a kill until it answers', unit: 's', digits: 1 } as const;

export default {
  question: 'Is anything lost when the service is killed in the middle of its work?',
  variants: { pglite, postgresql },
  cases: [CASE],
  metrics: { ...countMetrics({ ...COUNTS, ...FAULT_TITLES }), recoverySeconds: RECOVERY },
  alternation: 'at-once',
  rounds: 1,
  models: ['moonshine-tiny-en', 'silero-vad'],
  packages: ['pg-boss', 'kysely', '@electric-sql/pglite'],
  report: (summary) => [
    countTable(summary, CASE, {
      title: 'Faults and what they were looked for in; the aim is 0 of each fault',
      titles: { ...FAULT_TITLES, ...COUNTS },
    }),
    metricTable(summary, 'recoverySeconds', RECOVERY),
  ],
} satisfies Benchmark;
