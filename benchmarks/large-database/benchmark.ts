import type { Benchmark } from '../runner/contract.ts';
import { CASES, postgresql, RECORDS } from './ask-large-database.ts';

const ANSWER = { title: 'From the question to the answer', unit: 'ms', digits: 1 } as const;

export default {
  question: 'How fast does the service answer on a large database, with 100,000 waiting jobs?',
  variants: { postgresql },
  cases: CASES,
  metrics: { answerMs: ANSWER },
  alternation: 'by-measurement',
  rounds: 1,
  repetitions: 60,
  models: [],
  packages: ['pg', 'pg-boss', 'kysely'],
  report: (summary) => [
    {
      kind: 'table',
      title: `From the question to the answer with ${RECORDS.toLocaleString('en')} records, ms`,
      header: ['', 'median', '95th percentile', 'least'],
      rows: CASES.map((name) => {
        const spread = summary.find(name, 'postgresql', 'answerMs');
        return [name, ...[spread?.median, spread?.p95, spread?.min].map((value) => value?.toFixed(1) ?? '–')];
      }),
    },
  ],
} satisfies Benchmark;
