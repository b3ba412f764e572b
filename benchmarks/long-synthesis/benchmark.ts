import type { Benchmark } from '../runner/contract.ts';
import { metricTable } from '../runner/markdown.ts';
import { CASES } from './texts.ts';
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
  alternation: 'by-variant',
  rounds: 3,
  models: ['piper-en-us-joe-medium', 'espeak-ng-data'],
  packages: ['sherpa-onnx-node', 'pg-boss', '@electric-sql/pglite'],
  report: (summary) => [
    metricTable(summary, 'audioPerSecond', METRICS.audioPerSecond),
    metricTable(summary, 'audioSeconds', METRICS.audioSeconds),
    metricTable(summary, 'memoryAboveIdleMib', METRICS.memoryAboveIdleMib),
    {
      kind: 'table',
      title: 'Audio per second, service to bare engine',
      header: ['', 'ratio of the medians'],
      rows: summary.cases.map((name) => {
        const [ours, bare] = summary.variants.map((one) => summary.find(name, one, 'audioPerSecond')?.median);
        return [name, ours === undefined || bare === undefined ? '–' : (ours / bare).toFixed(3)];
      }),
    },
  ],
} satisfies Benchmark;
