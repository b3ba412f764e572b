import type { Benchmark } from '../runner/contract.ts';
import { differenceTable, metricTable } from '../runner/markdown.ts';
import { metricChart } from '../runner/metric-chart.ts';
import type { Summary } from '../runner/summary.ts';
import { CASE_NAMES } from './texts.ts';
import { bareEngine } from './variants/bare-engine.ts';
import { parlance } from './variants/parlance.ts';
import { piperHttp } from './variants/piper-http.ts';

const METRICS = {
  firstByteMs: { title: 'First byte of audio', unit: 'ms' },
  wholeAnswerMs: { title: 'Whole answer', unit: 'ms' },
  audioSeconds: { title: 'Speech in the answer', unit: 's', digits: 2 },
} as const;

export default {
  question: 'How soon does the first byte of speech leave, next to a Piper HTTP server?',
  variants: { parlance, 'piper-http': piperHttp, 'bare-engine': bareEngine },
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
    ratios(summary),
    differenceTable(summary, ['parlance', 'bare-engine'], 'firstByteMs', METRICS.firstByteMs),
  ],
} satisfies Benchmark;

/** Of the medians of one run. */
function ratios(summary: Summary) {
  const ratio = (
    caseName: string,
    [variant, toVariant]: readonly [string, string],
    metric: string,
  ): string => {
    const [value, other] = [variant, toVariant].map((name) => summary.find(caseName, name, metric)?.median);
    return value === undefined || other === undefined ? '–' : (value / other).toFixed(3);
  };
  return {
    kind: 'table',
    title: 'Ratios of the medians',
    header: [
      '',
      'first byte, parlance to piper-http',
      'whole answer',
      'first audio, bare-engine to piper-http',
    ],
    rows: summary.cases.map((name) => [
      name,
      ratio(name, ['parlance', 'piper-http'], 'firstByteMs'),
      ratio(name, ['parlance', 'piper-http'], 'wholeAnswerMs'),
      ratio(name, ['bare-engine', 'piper-http'], 'firstByteMs'),
    ]),
  } as const;
}
