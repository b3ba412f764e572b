import type { Benchmark } from '../runner/contract.ts';
import { metricTable } from '../runner/markdown.ts';
import { QUESTIONS } from './ask-service.ts';
import { pglite } from './variants/pglite.ts';
import { postgresql } from './variants/postgresql.ts';

const ANSWER = { title: 'From the question to the answer', unit: 'ms', digits: 1 } as const;

export default {
  question: 'How fast does the console get its answers with 10 000 apps and 1 000 000 requests?',
  variants: { pglite, postgresql },
  cases: Object.keys(QUESTIONS),
  metrics: { answerMs: ANSWER },
  alternation: 'by-measurement',
  rounds: 1,
  repetitions: 20,
  models: [],
  packages: ['kysely', '@electric-sql/pglite', 'pg'],
  report: (summary) => [metricTable(summary, 'answerMs', ANSWER)],
} satisfies Benchmark;
