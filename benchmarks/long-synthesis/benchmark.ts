import type { Benchmark } from '../runner/contract.ts';
import { metricTable, ratioTable } from '../runner/markdown.ts';
import { CASES, WHOLE_TEXT } from './texts.ts';
import { bareEngine } from './variants/bare-engine.ts';
import { service } from './variants/service.ts';

const METRICS = {
  audioPerSecond: { title: 'Audio per second', unit: 's/s', digits: 1 },
  audioSeconds: { title: 'Audio', unit: 's' },
  memoryAboveIdleMib: { title: 'Memory above idle', unit: 'MiB' },
} as const;

export default {
  question: 'What does a long text cost beside the bare engine?',
  variants: { service, 'bare-engine': bareEngine },
  cases: Object.keys(CASES),
  metrics: METRICS,
  alternation: 'by-measurement',
  rounds: 2,
  repetitions: (caseName) => (caseName === WHOLE_TEXT ? 1 : 10),
  models: ['piper-en-us-joe-medium', 'espeak-ng-data'],
  packages: ['sherpa-onnx-node', 'pg-boss', '@electric-sql/pglite'],
  report: (summary) => [
    metricTable(summary, 'audioPerSecond', METRICS.audioPerSecond),
    metricTable(summary, 'audioSeconds', METRICS.audioSeconds),
    metricTable(summary, 'memoryAboveIdleMib', METRICS.memoryAboveIdleMib),
    ratioTable(summary, ['service', 'bare-engine'], 'audioPerSecond', METRICS.audioPerSecond),
  ],
} satisfies Benchmark;
