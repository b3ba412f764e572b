import type { Benchmark } from '../runner/contract.ts';
import { metricTable } from '../runner/markdown.ts';
import { metricChart } from '../runner/metric-chart.ts';
import type { Summary } from '../runner/summary.ts';
import { CALLERS } from './callers.ts';
import { bareEngine } from './variants/bare-engine.ts';
import { parlance } from './variants/parlance.ts';
import { piperHttp } from './variants/piper-http.ts';

const CASE = `${CALLERS} callers at once`;
const AUDIO = { title: 'Audio per second', unit: 's/s', digits: 1 } as const;
const FIRST_BYTE = { title: 'First byte of audio', unit: 'ms' } as const;

export default {
  question: 'What do many callers at once get?',
  variants: { parlance, 'piper-http': piperHttp, 'bare-engine': bareEngine },
  cases: [CASE],
  metrics: { audioPerSecond: AUDIO, firstByteMs: FIRST_BYTE },
  alternation: 'by-measurement',
  models: ['piper-en-us-joe-medium', 'espeak-ng-data'],
  packages: ['sherpa-onnx-node', 'fastify'],
  peers: { 'piper-http': { requirements: ['piper-tts[http]==1.8.0'] } },
  report: (summary) => [
    metricChart(summary, 'firstByteMs', FIRST_BYTE, { name: 'first-byte' }),
    metricTable(summary, 'audioPerSecond', AUDIO),
    metricTable(summary, 'firstByteMs', FIRST_BYTE),
    ratios(summary),
  ],
} satisfies Benchmark;

function ratios(summary: Summary) {
  const audio = (variant: string) => summary.find(CASE, variant, 'audioPerSecond')?.median ?? Number.NaN;
  const firstByte = (variant: string) => summary.find(CASE, variant, 'firstByteMs');
  const waitRatio =
    (firstByte('parlance')?.p95 ?? Number.NaN) / (firstByte('piper-http')?.median ?? Number.NaN);
  return {
    kind: 'table',
    title: 'Ratios of this run',
    header: ['', 'ratio'],
    rows: [
      ['audio per second, parlance to piper-http', (audio('parlance') / audio('piper-http')).toFixed(3)],
      ['audio per second, parlance to bare-engine', (audio('parlance') / audio('bare-engine')).toFixed(3)],
      ["first byte, p95 of parlance to piper-http's median", waitRatio.toFixed(3)],
    ],
  } as const;
}
