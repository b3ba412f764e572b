import type { Benchmark } from '../runner/contract.ts';
import type { Summary } from '../runner/summary.ts';
import { errorPercent, wordErrorBar, wordErrorTotals } from '../runner/word-errors.ts';
import { readClips } from './clips.ts';
import { segmented } from './variants/segmented.ts';
import { whole } from './variants/whole.ts';

export default {
  question: 'Does cutting a recording at its silences cost words?',
  variants: { segmented, whole },
  cases: readClips().map(({ id }) => id),
  metrics: {
    errors: { title: 'Word errors', unit: 'words' },
    words: { title: 'Words', unit: 'words' },
    firstWordKept: { title: 'First word kept', unit: '0 or 1' },
    lastWordKept: { title: 'Last word kept', unit: '0 or 1' },
  },
  alternation: 'by-variant',
  rounds: 1,
  models: ['moonshine-tiny-en', 'silero-vad'],
  packages: ['sherpa-onnx-node'],
  report(summary) {
    const short = onlyWholeOnes(summary);
    return [
      wordErrorBar(short, { name: 'word-error-rate' }),
      wordErrorTotals(short, 'Clips that the model takes whole'),
      wordErrorTotals({ ...summary, variants: ['segmented'] }, 'All clips'),
      byClip(summary),
    ];
  },
} satisfies Benchmark;

/** Both variants over the same clips. */
function onlyWholeOnes(summary: Summary): Summary {
  const shortOnes = new Set(
    summary.measurements.filter(({ variant }) => variant === 'whole').map(({ caseName }) => caseName),
  );
  return { ...summary, measurements: summary.measurements.filter(({ caseName }) => shortOnes.has(caseName)) };
}

function byClip(summary: Summary) {
  const cells = (caseName: string, variant: string): readonly string[] => {
    const own = summary.measurements.filter((one) => one.caseName === caseName && one.variant === variant);
    if (own.length === 0) return ['–', '–', '–', ''];
    const isKept = (metric: string) => (own.every(({ values }) => values[metric] === 1) ? 'yes' : '**no**');
    const heard = [...new Set(own.map(({ note }) => note))].join(' / ');
    return [errorPercent(own).toFixed(1), isKept('firstWordKept'), isKept('lastWordKept'), heard];
  };
  return {
    kind: 'table',
    title: 'By clip: word error rate in percent, first and last word kept, what was heard',
    header: ['clip', ...summary.variants.flatMap((name) => [name, 'first', 'last', 'heard'])],
    rows: summary.cases.map((clip) => [clip, ...summary.variants.flatMap((name) => cells(clip, name))]),
  } as const;
}
