import type { Benchmark } from '../runner/contract.ts';
import type { Summary } from '../runner/summary.ts';
import { corrector } from './corrector.ts';

const HALVES = ['held back', 'tuning'] as const;

export default {
  question: 'How many names that are heard wrong does a vocabulary put right?',
  variants: { 'joe to Moonshine': corrector },
  cases: [...HALVES.flatMap((half) => [`${half}: sentences`, `${half}: prose`] as const), 'held back: clips'],
  metrics: {
    spoken: { title: 'Sentences', unit: '' },
    wrong: { title: 'Terms heard wrong', unit: 'terms' },
    rightByTerms: { title: 'Right by the terms alone', unit: 'terms' },
    rightByTrials: { title: 'Right by the terms and what was heard by trial', unit: 'terms' },
    changedByTerms: { title: 'Other words changed by the terms alone', unit: 'words' },
    changedByTrials: { title: 'Other words changed with trials', unit: 'words' },
    words: { title: 'Words of prose', unit: 'words' },
    falseByTerms: { title: 'False matches by the terms alone', unit: 'matches' },
    falseByTrials: { title: 'False matches with trials', unit: 'matches' },
    clips: { title: 'Clips', unit: '' },
    names: { title: 'Names in them', unit: 'names' },
    namesWrong: { title: 'Names heard wrong', unit: 'names' },
    namesWrongAfter: { title: 'Names still wrong', unit: 'names' },
    errors: { title: 'Word errors without a vocabulary', unit: 'words' },
    errorsAfter: { title: 'Word errors with it', unit: 'words' },
  },
  alternation: 'by-variant',
  rounds: 1,
  isSimulation: true,
  models: [],
  report: (summary) => [
    sentenceTable(summary),
    proseTable(summary),
    clipTable(summary),
    kindTable(summary),
    missedTable(summary),
    falseTable(summary),
  ],
} satisfies Benchmark;

const [VARIANT] = ['joe to Moonshine'];

function sumOf(summary: Summary, caseName: string, metric: string): number {
  return summary.find(caseName, VARIANT ?? '', metric)?.sum ?? 0;
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;

function sentenceTable(summary: Summary) {
  return {
    kind: 'table',
    title: 'Synthesized sentences, 100 terms in each half',
    header: [
      'terms',
      'spoken',
      'heard wrong',
      'right by the terms alone',
      'right with trials',
      'other words changed by the terms',
      'with trials',
    ],
    rows: HALVES.map((half) => {
      const of = (metric: string): number => sumOf(summary, `${half}: sentences`, metric);
      const wrong = of('wrong');
      const right = (metric: string): string => `${of(metric)} (${percent(of(metric), wrong)})`;
      return [
        half,
        String(of('spoken')),
        String(wrong),
        right('rightByTerms'),
        right('rightByTrials'),
        String(of('changedByTerms')),
        String(of('changedByTrials')),
      ];
    }),
  } as const;
}

function proseTable(summary: Summary) {
  return {
    kind: 'table',
    title: 'Prose without the terms: false matches',
    header: ['terms', 'words', 'by the terms alone', 'with trials'],
    rows: HALVES.map((half) => {
      const of = (metric: string): string => String(sumOf(summary, `${half}: prose`, metric));
      return [half, of('words'), of('falseByTerms'), of('falseByTrials')];
    }),
  } as const;
}

function clipTable(summary: Summary) {
  const of = (metric: string): string => String(sumOf(summary, 'held back: clips', metric));
  return {
    kind: 'table',
    title: 'Clips of human speech, their own names among 100 other terms',
    header: ['clips', 'names', 'heard wrong', 'still wrong', 'word errors without', 'word errors with'],
    rows: [
      [of('clips'), of('names'), of('namesWrong'), of('namesWrongAfter'), of('errors'), of('errorsAfter')],
    ],
  } as const;
}

interface Heard {
  readonly term: string;
  readonly kind: string;
  readonly heard: string;
  /** Of those that were heard wrong: the text with the terms. */
  readonly now?: string;
}

function sentencesOf({ measurements }: Summary, half: string) {
  return measurements
    .filter(({ caseName }) => caseName === `${half}: sentences`)
    .map(({ values, note }) => ({ values, ...(JSON.parse(note ?? '{}') as Heard) }));
}

function kindTable(summary: Summary) {
  const all = HALVES.flatMap((half) => sentencesOf(summary, half));
  const kinds = [...new Set(all.map(({ kind }) => kind))];
  return {
    kind: 'table',
    title: 'By kind of term, both halves',
    header: ['kind', 'heard wrong', 'right by the terms alone', 'right with trials'],
    rows: kinds.map((kind) => {
      const wrong = all.filter((one) => one.kind === kind && one.values.wrong === 1);
      const right = (metric: string): string =>
        percent(wrong.filter(({ values }) => values[metric] === 1).length, wrong.length);
      return [kind, String(wrong.length), right('rightByTerms'), right('rightByTrials')];
    }),
  } as const;
}

function missedTable(summary: Summary) {
  const missed = HALVES.flatMap((half) => sentencesOf(summary, half)).filter(
    ({ values }) => values.wrong === 1 && values.rightByTrials === 0,
  );
  return {
    kind: 'table',
    title: 'Still wrong with trials',
    header: ['term', 'heard', 'corrected to'],
    rows: missed.map(({ term, heard, now = '' }) => [term, heard, now === heard ? '' : now]),
  } as const;
}

function falseTable({ measurements }: Summary) {
  const notes = measurements
    .filter(({ caseName }) => caseName.endsWith(': prose'))
    .map(
      ({ note }) => JSON.parse(note ?? '{}') as Readonly<Record<'byTerms' | 'byTrials', readonly string[]>>,
    );
  const rows = [...new Set(notes.flatMap(({ byTerms, byTrials }) => [...byTerms, ...byTrials]))].map(
    (match) => {
      const count = (by: 'byTerms' | 'byTrials'): string =>
        String(notes.flatMap((note) => note[by]).filter((one) => one === match).length);
      return [match, count('byTerms'), count('byTrials')];
    },
  );
  return {
    kind: 'table',
    title: 'False matches in prose',
    header: ['match', 'by the terms alone', 'with trials'],
    rows,
  } as const;
}
