import type { Benchmark } from '../runner/contract.ts';
import type { Section, TableSection } from '../runner/sections.ts';
import { spreadOf } from '../runner/statistics.ts';
import type { Summary } from '../runner/summary.ts';
import { PROTOCOLS } from './protocols.ts';
import { TURN_SECONDS } from './script.ts';
import { MEMORY_CASE, service, TURNS, TURNS_IN_THIRD } from './service.ts';

const THIRD_MINUTES = (TURNS_IN_THIRD * TURN_SECONDS) / 60;

export default {
  question: 'Does anything change in long sessions: memory, results, words, charges?',
  variants: { service },
  cases: [...Object.keys(PROTOCOLS), MEMORY_CASE],
  metrics: {
    sentSeconds: { title: 'Audio sent', unit: 's' },
    chargedSeconds: { title: 'Audio charged', unit: 's' },
    said: { title: 'Recordings said', unit: 'number' },
    unheard: { title: 'Recordings of which nothing was heard', unit: 'number' },
    finalsOfTurn: { title: 'Finals of a turn', unit: 'number' },
    words: { title: 'Words of a third', unit: 'number' },
    errorsOfFirst: { title: 'Word errors of the first third', unit: 'number' },
    errorsOfLast: { title: 'Word errors of the last third', unit: 'number' },
    memoryMib: { title: 'Proportional set size of all processes', unit: 'MiB' },
    minute: { title: 'Minute', unit: 'min' },
  },
  alternation: 'by-variant',
  rounds: 1,
  models: ['moonshine-tiny-en', 'silero-vad'],
  packages: ['sherpa-onnx-node', 'ws'],
  report: (summary): readonly Section[] => [sessionsTable(summary), ...memorySections(summary)],
} satisfies Benchmark;

function sessionsTable(summary: Summary): TableSection {
  return {
    kind: 'table',
    title: `Sessions of ${(TURNS * TURN_SECONDS) / 60} minutes, side by side`,
    header: [
      '',
      'recordings said',
      'of which nothing was heard',
      `finals of each of ${TURNS} turns`,
      `word errors of the first ${THIRD_MINUTES} minutes, %`,
      `of the last ${THIRD_MINUTES}, %`,
      'sent, s',
      'charged, s',
    ],
    rows: Object.keys(PROTOCOLS).map((name) => {
      const sumOf = (metric: string): number => summary.find(name, 'service', metric)?.sum ?? Number.NaN;
      const percentOf = (errors: string): string => ((100 * sumOf(errors)) / sumOf('words')).toFixed(1);
      const finals = summary.measurements
        .filter(({ caseName, values }) => caseName === name && values.finalsOfTurn !== undefined)
        .map(({ values }) => values.finalsOfTurn);
      return [
        name,
        String(sumOf('said')),
        String(sumOf('unheard')),
        sumOf('finalsOfTurn') === 0 ? 'not told one by one' : finals.join(' '),
        percentOf('errorsOfFirst'),
        percentOf('errorsOfLast'),
        String(sumOf('sentSeconds')),
        String(sumOf('chargedSeconds')),
      ];
    }),
  };
}

/** Of all processes, of the service's own, and of those of its engines. */
const PARTS = ['memoryMib', 'service', 'engines'] as const;
const PER_ROW = 10;

function memorySections(summary: Summary): readonly Section[] {
  const minutes = summary.measurements.filter(({ caseName }) => caseName === MEMORY_CASE);
  if (minutes.length === 0) return [];
  const mibOf = (part: string): readonly number[] => minutes.map(({ values }) => values[part] ?? 0);
  const third = Math.max(1, Math.floor(minutes.length / 3));
  const nameOf = (part: string): string => (part === 'memoryMib' ? 'all processes' : part);
  return [
    {
      kind: 'table',
      title: 'Memory of the service (proportional set size), MiB: median of the first, second and last third',
      header: ['', 'first', 'second', 'last'],
      rows: PARTS.map((part) => [
        nameOf(part),
        ...[0, third, -third].map((from) => {
          const of = from < 0 ? mibOf(part).slice(from) : mibOf(part).slice(from, from + third);
          return spreadOf(of).median.toFixed(0);
        }),
      ]),
    },
    {
      kind: 'table',
      title: 'At the end of each minute, MiB',
      header: ['', ...Array.from({ length: PER_ROW }, (_, at) => `…${(at + 1) % PER_ROW}`)],
      rows: PARTS.flatMap((part) =>
        Array.from({ length: Math.ceil(minutes.length / PER_ROW) }, (_, row) => [
          `${nameOf(part)}, from ${row * PER_ROW + 1}`,
          ...mibOf(part)
            .slice(row * PER_ROW, (row + 1) * PER_ROW)
            .map((mib) => mib.toFixed(0)),
        ]),
      ),
    },
  ];
}
