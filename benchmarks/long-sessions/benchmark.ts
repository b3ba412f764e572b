import type { Benchmark } from '../runner/contract.ts';
import type { Section, TableSection } from '../runner/sections.ts';
import { spreadOf } from '../runner/statistics.ts';
import type { Summary } from '../runner/summary.ts';
import { PROTOCOLS } from './protocols.ts';
import { TURN_SECONDS } from './script.ts';
import { MEMORY_CASE, service, TURNS, TURNS_IN_THIRD } from './service.ts';

const THIRD_MINUTES = (TURNS_IN_THIRD * TURN_SECONDS) / 60;

export default {
  question: 'Does anything change in sessions of half an hour: memory, results, words, charges?',
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

function memorySections(summary: Summary): readonly Section[] {
  const minutes = summary.measurements.flatMap(({ values }) => values.memoryMib ?? []);
  if (minutes.length === 0) return [];
  const third = Math.max(1, Math.floor(minutes.length / 3));
  const medianOf = (part: readonly number[]): number => spreadOf(part).median;
  const [first, last] = [medianOf(minutes.slice(0, third)), medianOf(minutes.slice(-third))];
  const percent = ((100 * (last - first)) / first).toFixed(1);
  const perRow = 10;
  return [
    {
      kind: 'text',
      text: `Memory: ${first.toFixed(0)} MiB in the first third (median), ${last.toFixed(0)} MiB in the last: ${percent} % more.`,
    },
    {
      kind: 'table',
      title: 'Proportional set size of all processes of the service at the end of each minute, MiB',
      header: ['minutes', ...Array.from({ length: perRow }, (_, at) => `…${(at + 1) % 10}`)],
      rows: Array.from({ length: Math.ceil(minutes.length / perRow) }, (_, row) => [
        `from ${row * perRow + 1}`,
        ...minutes.slice(row * perRow, (row + 1) * perRow).map((mib) => mib.toFixed(0)),
      ]),
    },
  ];
}
