import type { Benchmark } from '../runner/contract.ts';
import { metricChart } from '../runner/metric-chart.ts';
import type { Summary } from '../runner/summary.ts';
import { SESSIONS } from './scenario.ts';
import { service } from './service.ts';

const FINAL = { title: 'Final latency', unit: 'ms' } as const;
const INTERIM = { title: 'Interim latency', unit: 'ms' } as const;

export default {
  question: 'How long after the last word does the final result come, with how many sessions at once?',
  variants: { service },
  cases: Object.keys(SESSIONS),
  metrics: {
    finalMs: FINAL,
    interimMs: INTERIM,
    finals: { title: 'Finals', unit: 'number' },
    finalsLost: { title: 'Finals lost', unit: 'number' },
    cpuPerAudioSecond: { title: 'Processor time per second of audio', unit: 's', digits: 3 },
    residentMib: { title: 'Memory', unit: 'MiB' },
  },
  alternation: 'by-variant',
  rounds: 1,
  models: ['moonshine-tiny-en', 'silero-vad'],
  packages: ['sherpa-onnx-node', 'ws'],
  report: (summary) => [
    metricChart(summary, 'finalMs', FINAL, {
      name: 'final-latency',
      guides: [{ at: 500, label: 'aim for 32' }],
    }),
    {
      kind: 'table',
      title: 'By number of sessions',
      header: [
        '',
        ...['p50', 'p95', 'p99'].map((rank) => `final ${rank}, ms`),
        ...['p50', 'p95'].map((rank) => `interim ${rank}, ms`),
        'interims',
        'finals',
        'finals lost',
        'processor per second of audio, s',
        'memory, MiB',
      ],
      rows: summary.cases.map((name) => row(summary, name)),
    },
  ],
} satisfies Benchmark;

function row(summary: Summary, name: string): readonly string[] {
  const spread = (metric: string) => summary.find(name, 'service', metric);
  const show = (value: number | undefined, digits = 0): string => value?.toFixed(digits) ?? '–';
  const [final, interim] = [spread('finalMs'), spread('interimMs')];
  return [
    name,
    show(final?.median),
    show(final?.p95),
    show(final?.p99),
    show(interim?.median),
    show(interim?.p95),
    show(interim?.count),
    show(spread('finals')?.sum),
    show(spread('finalsLost')?.sum),
    show(spread('cpuPerAudioSecond')?.median, 3),
    show(spread('residentMib')?.max),
  ];
}
