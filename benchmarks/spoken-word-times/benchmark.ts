import { espeakNg } from '@parlance/plugin-espeak-ng';
import { soundSwallower } from '@parlance/plugin-soundswallower';
import type { Benchmark } from '../runner/contract.ts';
import { metricTable } from '../runner/markdown.ts';
import { ALL } from './measured.ts';
import { SUITE_NAMES } from './recordings.ts';
import { alignedBy } from './variants/aligned.ts';
import { recognizedWith } from './variants/recognized.ts';

const METRICS = {
  startMedianMs: { title: 'How far a word begins from where it is published, median', unit: 'ms' },
  startP95Ms: {
    title: 'How far a word begins from where it is published, 95 of 100 words at most',
    unit: 'ms',
  },
  endMedianMs: { title: 'How far a word ends from where it is published, median', unit: 'ms' },
  endP95Ms: { title: 'How far a word ends from where it is published, 95 of 100 words at most', unit: 'ms' },
  words: { title: 'Words', unit: 'words' },
} as const;

export default {
  question: 'How far are the times of words from published alignments of people who speak?',
  variants: {
    'aligned by espeak-ng': alignedBy(espeakNg()),
    'aligned by soundswallower': alignedBy(soundSwallower()),
    'recognized, espeak-ng': recognizedWith(espeakNg()),
    'recognized, soundswallower': recognizedWith(soundSwallower()),
  },
  cases: [ALL, ...SUITE_NAMES],
  metrics: METRICS,
  alternation: 'by-variant',
  rounds: 1,
  models: ['moonshine-tiny-en', 'silero-vad'],
  packages: ['@echogarden/espeak-ng-emscripten', 'sherpa-onnx-node', 'soundswallower'],
  report: (summary) => Object.entries(METRICS).map(([name, metric]) => metricTable(summary, name, metric)),
} satisfies Benchmark;
