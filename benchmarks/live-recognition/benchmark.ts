import type { Benchmark } from '../runner/contract.ts';
import type { ChartSection, Section } from '../runner/sections.ts';
import type { Summary } from '../runner/summary.ts';
import { BESIDE_ABUSERS, SESSIONS, sessionsOf } from './scenario.ts';
import { service } from './service.ts';

/** The aim for 48 sessions, and what "holds" means for any number of them. */
const AIM_MS = 500;
const FINAL = { title: 'Final latency', unit: 'ms' } as const;
const INTERIM = { title: 'Interim latency', unit: 'ms' } as const;

export default {
  question: 'How long after the last word does the final result come, with how many sessions at once?',
  variants: { service },
  cases: Object.keys(SESSIONS),
  metrics: {
    finalMs: FINAL,
    partMs: { title: 'Latency of parts', unit: 'ms' },
    interimMs: INTERIM,
    finals: { title: 'Finals', unit: 'number' },
    finalsLost: { title: 'Finals lost', unit: 'number' },
    interimsDropped: { title: 'Interims dropped', unit: 'number' },
    cpuPerAudioSecond: { title: 'Processor time per second of audio', unit: 's', digits: 3 },
    clientCpuPerAudioSecond: {
      title: 'Processor time of the clients per second of audio',
      unit: 's',
      digits: 3,
    },
    coresBusyPercent: { title: 'Cores at work', unit: '%' },
    coresStolenPercent: { title: 'Cores taken by the host', unit: '%' },
    abuses: { title: 'Connections of abusers', unit: 'number' },
    residentMib: { title: 'Memory', unit: 'MiB' },
  },
  alternation: 'by-variant',
  rounds: 1,
  models: ['moonshine-tiny-en', 'silero-vad'],
  packages: ['sherpa-onnx-node', 'ws'],
  report: (summary): readonly Section[] => [
    { kind: 'text', text: verdict(summary) },
    { kind: 'text', text: abuseVerdict(summary) },
    latencyChart(summary),
    {
      kind: 'table',
      title: 'By number of sessions',
      header: [
        '',
        ...['p50', 'p95', 'p99'].map((rank) => `final ${rank}, ms`),
        ...['p50', 'p95'].map((rank) => `interim ${rank}, ms`),
        'interims',
        'interims dropped',
        'finals',
        'finals lost',
        'parts',
        'part p50, ms',
        'processor per second of audio, s',
        'of the clients, s',
        'cores at work, %',
        'taken by the host, %',
        'memory, MiB',
      ],
      rows: summary.cases.map((name) => row(summary, name)),
    },
  ],
} satisfies Benchmark;

function holds(summary: Summary, name: string): boolean {
  const p95Ms = summary.find(name, 'service', 'finalMs')?.p95 ?? Number.POSITIVE_INFINITY;
  return p95Ms < AIM_MS && (summary.find(name, 'service', 'finalsLost')?.sum ?? 1) === 0;
}

/** The most sessions up to which every number of them held. */
function verdict(summary: Summary): string {
  const cases = summary.cases.filter((name) => name !== BESIDE_ABUSERS.abused);
  const firstBroken = cases.findIndex((name) => !holds(summary, name));
  const held = cases.slice(0, firstBroken < 0 ? undefined : firstBroken);
  const last = held.at(-1);
  const most = last === undefined ? 'No number of sessions holds' : `Up to ${sessionsOf(last)} sessions hold`;
  return `${most} a final p95 below ${AIM_MS} ms with no final lost.`;
}

/** Others don't notice: their p95 stays within a fifth. */
function abuseVerdict(summary: Summary): string {
  const { quiet, abused } = BESIDE_ABUSERS;
  const p95Of = (name: string) => summary.find(name, 'service', 'finalMs')?.p95;
  const [before, beside] = [p95Of(quiet), p95Of(abused)];
  const connections = summary.find(abused, 'service', 'abuses')?.sum ?? 0;
  if (before === undefined || beside === undefined) return 'Not measured beside abusers.';
  const percent = ((beside / before - 1) * 100).toFixed(0);
  return `Beside ${connections} connections of abusers the final p95 of ${quiet} changes by ${percent} % (aim: within 20 %).`;
}

function latencyChart(summary: Summary): ChartSection {
  return {
    kind: 'chart',
    name: 'final-latency',
    ...FINAL,
    groups: summary.cases.map((title) => {
      const spread = summary.find(title, 'service', 'finalMs');
      const ranks =
        spread === undefined
          ? []
          : ([
              ['p50', spread.median],
              ['p95', spread.p95],
              ['p99', spread.p99],
            ] as const);
      return { title, bars: ranks.map(([series, ms]) => ({ series, median: ms, min: ms, max: ms })) };
    }),
    guides: [{ at: AIM_MS, label: 'aim for 32' }],
  };
}

function row(summary: Summary, name: string): readonly string[] {
  const spread = (metric: string) => summary.find(name, 'service', metric);
  const show = (value: number | undefined, digits = 0): string => value?.toFixed(digits) ?? '–';
  const [final, interim, part] = [spread('finalMs'), spread('interimMs'), spread('partMs')];
  return [
    name,
    show(final?.median),
    show(final?.p95),
    show(final?.p99),
    show(interim?.median),
    show(interim?.p95),
    show(interim?.count),
    show(spread('interimsDropped')?.sum),
    show(spread('finals')?.sum),
    show(spread('finalsLost')?.sum),
    show(part?.count ?? 0),
    show(part?.median),
    show(spread('cpuPerAudioSecond')?.median, 3),
    show(spread('clientCpuPerAudioSecond')?.median, 3),
    show(spread('coresBusyPercent')?.median),
    show(spread('coresStolenPercent')?.median),
    show(spread('residentMib')?.max),
  ];
}
