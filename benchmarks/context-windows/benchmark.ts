import { readClips } from '../recognition-segmentation/clips.ts';
import type { Benchmark } from '../runner/contract.ts';
import { metricTable, ratioTable } from '../runner/markdown.ts';
import type { Summary } from '../runner/summary.ts';
import { errorPercent, wordErrorBar, wordErrorTotals } from '../runner/word-errors.ts';
import { TALK_NAMES } from './talks.ts';
import { transcriber } from './transcriber.ts';

const CLIPS = readClips().map(({ id }) => id);

const METRICS = {
  errors: { title: 'Word errors', unit: 'words' },
  words: { title: 'Words', unit: 'words' },
  utterances: { title: 'Utterances', unit: 'utterances' },
  misplaced: { title: 'Errors more when counted sentence by sentence', unit: 'words' },
  decodedShare: { title: 'Audio given to the recognizer', unit: 'of the recording', digits: 2 },
  msForASecond: { title: 'Time for a second of audio', unit: 'ms', digits: 1 },
} as const;

export default {
  question: 'Are words heard better when neighbouring utterances are decoded together?',
  variants: {
    alone: transcriber(0),
    'pauses to 1000 ms': transcriber(1000),
    'pauses to 1500 ms': transcriber(1500),
    'pauses to 3000 ms': transcriber(3000),
  },
  cases: [...CLIPS, ...TALK_NAMES],
  metrics: METRICS,
  alternation: 'by-measurement',
  rounds: 1,
  models: ['moonshine-tiny-en', 'silero-vad', 'piper-en-us-joe-medium'],
  packages: ['sherpa-onnx-node'],
  report(summary) {
    const clips = only(summary, CLIPS);
    const talks = only(summary, TALK_NAMES);
    return [
      wordErrorBar(clips, { name: 'word-error-rate' }),
      wordErrorTotals(clips, 'Clips of human speech'),
      wordErrorTotals(talks, 'Talks of a synthesized voice'),
      byCase(summary),
      metricTable(summary, 'decodedShare', METRICS.decodedShare),
      ratioTable(summary, ['pauses to 1500 ms', 'alone'], 'msForASecond', METRICS.msForASecond),
    ];
  },
} satisfies Benchmark;

function only(summary: Summary, names: readonly string[]): Summary {
  const measurements = summary.measurements.filter(({ caseName }) => names.includes(caseName));
  return { ...summary, cases: summary.cases.filter((name) => names.includes(name)), measurements };
}

function byCase(summary: Summary) {
  const cellOf = (caseName: string, variant: string): string => {
    const own = summary.measurements.filter((one) => one.caseName === caseName && one.variant === variant);
    const first = own[0];
    if (first === undefined) return '–';
    const { errors = 0, utterances = 0, misplaced } = first.values;
    const moved = misplaced === undefined ? '' : `, ${misplaced} misplaced`;
    return `${errors} (${errorPercent(own).toFixed(1)} %), ${utterances} utterances${moved}`;
  };
  return {
    kind: 'table',
    title: 'By recording: word errors, utterances, words in the wrong one',
    header: ['recording', ...summary.variants],
    rows: summary.cases.map((name) => [name, ...summary.variants.map((variant) => cellOf(name, variant))]),
  } as const;
}
