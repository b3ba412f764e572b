import { CATALOGUE } from '@parlance/models';
import type { Benchmark } from '../runner/contract.ts';
import { spreadText } from '../runner/markdown.ts';
import type { Summary } from '../runner/summary.ts';
import { errorPercent } from '../runner/word-errors.ts';
import { kokoro } from './variants/kokoro.ts';

const MODEL = 'kokoro-v1.0-int8';
const AIM_PERCENT = 15;

const ENGLISH = (CATALOGUE.find(({ id }) => id === MODEL)?.voices ?? [])
  .filter(({ languageCode }) => languageCode.startsWith('en-'))
  .map(({ code }) => code);

export default {
  question: 'Is every English voice of Kokoro understood, and how loud and how fast is it?',
  variants: { [MODEL]: kokoro(ENGLISH, AIM_PERCENT) },
  cases: ENGLISH,
  metrics: {
    errors: { title: 'Word errors', unit: 'words' },
    words: { title: 'Words', unit: 'words' },
    audioSeconds: { title: 'Speech', unit: 's', digits: 2 },
    wordsPerMinute: { title: 'Pace', unit: 'words a minute' },
    levelDbfs: { title: 'Level', unit: 'dBFS RMS', digits: 1 },
    peakDbfs: { title: 'Peak', unit: 'dBFS', digits: 1 },
    realTimeFactor: { title: 'Time for a second of speech', unit: 's', digits: 2 },
  },
  alternation: 'by-variant',
  // Its sound comes from no random numbers: it is the same every time.
  rounds: 1,
  models: [MODEL, 'espeak-ng-data', 'moonshine-tiny-en', 'silero-vad'],
  packages: ['sherpa-onnx-node'],
  report: (summary) => [byVoice(summary), heardOtherwise(summary)],
} satisfies Benchmark;

function wordsOf(measurements: Summary['measurements']): number {
  return measurements.reduce((sum, { values }) => sum + (values.words ?? 0), 0);
}

function byVoice(summary: Summary) {
  const measured = summary.cases.flatMap((voice) => {
    const own = summary.measurements.filter(({ caseName }) => caseName === voice);
    return own.length === 0 ? [] : [{ voice, percent: errorPercent(own), words: wordsOf(own) }];
  });
  const above = measured.filter(({ percent }) => percent >= AIM_PERCENT).length;
  const metric = (voice: string, name: string, digits: number) =>
    spreadText(summary.find(voice, MODEL, name), digits);
  return {
    kind: 'table',
    title: `By voice: ${above} of ${measured.length} at ${AIM_PERCENT} % word errors or more`,
    header: [
      'voice',
      'word errors, %',
      'words',
      'speech, s',
      'words a minute',
      'level, dBFS RMS',
      'peak, dBFS',
      's for 1 s of speech',
    ],
    rows: measured.map(({ voice, percent, words }) => [
      voice,
      percent.toFixed(1),
      String(words),
      metric(voice, 'audioSeconds', 2),
      metric(voice, 'wordsPerMinute', 0),
      metric(voice, 'levelDbfs', 1),
      metric(voice, 'peakDbfs', 1),
      metric(voice, 'realTimeFactor', 2),
    ]),
  } as const;
}

function heardOtherwise({ measurements }: Summary) {
  const wrong = measurements.filter(({ values }) => values.errors !== 0);
  return {
    kind: 'table',
    title: 'Misheard',
    header: ['voice', 'said', 'heard'],
    rows: wrong.map(({ caseName, note = '' }) => [caseName, ...note.split(' | ')]),
  } as const;
}
