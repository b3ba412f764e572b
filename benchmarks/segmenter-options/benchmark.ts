import { readClips } from '../recognition-segmentation/clips.ts';
import type { Benchmark } from '../runner/contract.ts';
import type { Summary } from '../runner/summary.ts';
import { wordErrorBar, wordErrorTotals } from '../runner/word-errors.ts';
import { withOptions } from './variants/with-options.ts';

export default {
  question: 'Which paddings and thresholds of the segmenter cost the fewest words?',
  variants: {
    defaults: withOptions({}),
    'no padding': withOptions({ onsetPaddingMs: 0, tailPaddingMs: 0 }),
    'onset 100 ms': withOptions({ onsetPaddingMs: 100 }),
    'onset 200 ms': withOptions({ onsetPaddingMs: 200 }),
    'onset 500 ms': withOptions({ onsetPaddingMs: 500 }),
    'tail 0 ms': withOptions({ tailPaddingMs: 0 }),
    'tail 100 ms': withOptions({ tailPaddingMs: 100 }),
    'tail 500 ms': withOptions({ tailPaddingMs: 500 }),
    'onset 100, tail 100 ms': withOptions({ onsetPaddingMs: 100, tailPaddingMs: 100 }),
    'onset 500, tail 100 ms': withOptions({ onsetPaddingMs: 500, tailPaddingMs: 100 }),
    'onset 500, tail 500 ms': withOptions({ onsetPaddingMs: 500, tailPaddingMs: 500 }),
    'thresholds 0.3, 0.2': withOptions({ speechThreshold: 0.3, silenceThreshold: 0.2 }),
    'thresholds 0.7, 0.5': withOptions({ speechThreshold: 0.7, silenceThreshold: 0.5 }),
    'silence 500 ms': withOptions({ speechCompleteTimeoutMs: 500 }),
    'silence 1200 ms': withOptions({ speechCompleteTimeoutMs: 1200 }),
  },
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
  report: (summary) => [
    wordErrorBar(summary, { name: 'word-error-rate' }),
    wordErrorTotals(summary, 'Word error rate over all clips'),
    edges(summary),
  ],
} satisfies Benchmark;

function edges(summary: Summary) {
  const share = (variant: string, metric: string): string => {
    const spreads = summary.cases.flatMap((caseName) => summary.find(caseName, variant, metric) ?? []);
    const [kept, all] = [
      spreads.reduce((sum, spread) => sum + spread.sum, 0),
      spreads.reduce((sum, { count }) => sum + count, 0),
    ];
    return `${kept} of ${all}`;
  };
  return {
    kind: 'table',
    title: 'Clips whose first and last words were kept, all rounds together',
    header: ['', 'first word', 'last word'],
    rows: summary.variants.map((name) => [name, share(name, 'firstWordKept'), share(name, 'lastWordKept')]),
  } as const;
}
