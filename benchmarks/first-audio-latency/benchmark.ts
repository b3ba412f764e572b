import type { Benchmark } from '../runner/contract.ts';
import { metricTable } from '../runner/markdown.ts';
import { metricChart } from '../runner/metric-chart.ts';
import type { Summary } from '../runner/summary.ts';
import { CASE_NAMES } from './texts.ts';
import { parlance } from './variants/parlance.ts';
import { piperHttp } from './variants/piper-http.ts';

const METRICS = {
  firstByteMs: { title: 'First byte of audio', unit: 'ms' },
  wholeAnswerMs: { title: 'Whole answer', unit: 'ms' },
  audioSeconds: { title: 'Speech in the answer', unit: 's', digits: 2 },
} as const;

export default {
  question: 'How soon does the first byte of speech leave, next to a Piper HTTP server?',
  variants: { parlance, 'piper-http': piperHttp },
  cases: CASE_NAMES,
  metrics: METRICS,
  alternation: 'by-measurement',
  repetitions: 5,
  models: ['piper-en-us-joe-medium', 'espeak-ng-data'],
  packages: ['sherpa-onnx-node', 'fastify', 'wasm-media-encoders'],
  peers: { 'piper-http': { requirements: ['piper-tts[http]==1.8.0'] } },
  report: (summary) => [
    metricChart(summary, 'firstByteMs', METRICS.firstByteMs, { name: 'first-byte' }),
    metricTable(summary, 'firstByteMs', METRICS.firstByteMs),
    metricTable(summary, 'wholeAnswerMs', METRICS.wholeAnswerMs),
    metricTable(summary, 'audioSeconds', METRICS.audioSeconds),
    ...ratios(summary),
  ],
} satisfies Benchmark;

/** Of the medians of one run; nothing when only one of the two was measured. */
function ratios(summary: Summary) {
  const ratio = (caseName: string, metric: string): string => {
    const [ours, theirs] = summary.variants.map((variant) => summary.find(caseName, variant, metric)?.median);
    return ours === undefined || theirs === undefined ? '–' : (ours / theirs).toFixed(3);
  };
  return [
    {
      kind: 'table',
      title: 'Ratio of the medians, parlance to piper-http',
      header: ['', 'first byte', 'whole answer'],
      rows: summary.cases.map((name) => [name, ratio(name, 'firstByteMs'), ratio(name, 'wholeAnswerMs')]),
    },
  ] as const;
}
