import { decodePcm16 } from '@parlance/core/audio';
import { createSpeech } from '@parlance/runtime';
import { wordErrorRate } from '@parlance/testkit';
import { SENTENCES } from '../round-trip-word-error-rate/sentences.ts';
import type { Benchmark, Variant } from '../runner/contract.ts';
import { metricTable } from '../runner/markdown.ts';
import type { Summary } from '../runner/summary.ts';
import { errorPercent, wordErrorTotals } from '../runner/word-errors.ts';

/** A sentence shorter than this is one unit either way. */
const LEAST_CHARACTERS = 60;
const CASES = SENTENCES.filter((sentence) => sentence.length >= LEAST_CHARACTERS).slice(0, 16);
const SPEECH = { title: 'Speech', unit: 's', digits: 2 } as const;

export default {
  question: 'What does an early first clause cost in prosody?',
  variants: { lowest: spoken('lowest'), natural: spoken('natural') },
  cases: CASES,
  metrics: {
    audioSeconds: SPEECH,
    errors: { title: 'Word errors', unit: 'words' },
    words: { title: 'Words', unit: 'words' },
  },
  alternation: 'by-variant',
  models: ['piper-en-us-joe-medium', 'espeak-ng-data', 'moonshine-tiny-en', 'silero-vad'],
  packages: ['sherpa-onnx-node'],
  report: (summary) => [
    { kind: 'text', text: verdict(summary) },
    metricTable(summary, 'audioSeconds', SPEECH),
    wordErrorTotals(summary, 'Word error rate over all sentences, by latency'),
  ],
} satisfies Benchmark;

function spoken(latency: 'lowest' | 'natural'): Variant {
  return {
    async open() {
      const speech = await createSpeech({ latency });
      await speech.warm();
      return {
        async measure(sentence) {
          const audio = speech.speak(sentence, { voiceCode: 'joe', outputFormat: 'pcm', cache: false });
          const samples = decodePcm16(await audio.file());
          const { sampleRateHz } = audio.format;
          const { transcript } = await speech.transcribe({ samples, sampleRateHz });
          const { errors, words } = wordErrorRate(sentence, transcript);
          return [
            { values: { audioSeconds: samples.length / sampleRateHz, errors, words }, note: transcript },
          ];
        },
        close: () => speech.close(),
      };
    },
  };
}

function verdict(summary: Summary): string {
  const seconds = (variant: string): number =>
    summary.cases.reduce((sum, name) => sum + (summary.find(name, variant, 'audioSeconds')?.median ?? 0), 0);
  const errors = (variant: string): string =>
    errorPercent(summary.measurements.filter((one) => one.variant === variant)).toFixed(1);
  const longer = (100 * (seconds('lowest') / seconds('natural') - 1)).toFixed(1);
  return `With an early first clause speech lasts ${longer} % longer than the whole sentences; ${errors('lowest')} % of the words are lost on the round trip, ${errors('natural')} % without it.`;
}
