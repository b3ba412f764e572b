import type { Voice } from '@parlance/core/engine';
import { type ConformanceCase, type Problems, problemIf } from '../verdict.ts';
import { peakOf, speak } from './listening.ts';
import { type SynthesisSubject, unitOf } from './subject.ts';

/** Below this peak audio counts as silent: -40 dB of full scale. */
const SILENCE_PEAK = 0.01;

/** Limit of the absolute mean of a sentence's samples. Speech stays well below it; a larger offset reduces headroom and clicks at joins. */
const MAX_OFFSET = 0.05;

/** Rules about the voices and their audio. */
export const audioCases: readonly ConformanceCase<SynthesisSubject>[] = [
  { name: 'voices/declared', run: async ({ engine }) => declaredProblems(engine.id, engine.voices) },
  {
    name: 'voices/stable',
    run: async ({ engine }) => {
      const before = JSON.stringify(engine.voices);
      await engine.warm();
      await engine.warm();
      return problemIf(JSON.stringify(engine.voices) !== before, 'Warming changed the list of voices.');
    },
  },
  {
    name: 'audio/float-samples',
    run: async (subject) => {
      const chunks: unknown[] = await Array.fromAsync(subject.engine.synthesize(unitOf(subject)));
      return problemIf(
        !chunks.every((chunk) => chunk instanceof Float32Array),
        'A chunk is not a Float32Array; samples must be numbers from -1 to 1.',
      );
    },
  },
  {
    name: 'audio/in-range',
    run: (subject) =>
      forEachVoice(subject, async (voice) => {
        const peak = peakOf(await speak(subject.engine, unitOf(subject, { voiceCode: voice.code })));
        // Negated so that NaN is a problem too.
        return problemIf(!(peak <= 1), `${voice.code}: samples reach ${peak}; the limit is 1.`);
      }),
  },
  {
    name: 'audio/audible',
    run: (subject) =>
      forEachVoice(subject, async (voice) => {
        const peak = peakOf(await speak(subject.engine, unitOf(subject, { voiceCode: voice.code })));
        return problemIf(peak < SILENCE_PEAK, `${voice.code}: the loudest sample is ${peak}.`);
      }),
  },
  {
    name: 'audio/no-offset',
    run: async (subject) => {
      const samples = await speak(subject.engine, unitOf(subject));
      const mean = samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
      return problemIf(
        !(Math.abs(mean) <= MAX_OFFSET),
        `The mean of the samples is ${mean.toFixed(3)}; the limit is ${MAX_OFFSET} in either direction.`,
      );
    },
  },
  {
    name: 'audio/rate',
    run: (subject) =>
      forEachVoice(subject, async (voice) => {
        const samples = await speak(subject.engine, unitOf(subject, { voiceCode: voice.code }));
        const { min, max } = subject.charsPerSecond;
        const pace = ([...subject.sentence].length * voice.nativeRateHz) / samples.length;
        return problemIf(
          !(pace >= min && pace <= max),
          `${voice.code}: ${pace.toFixed(1)} code points a second at ${voice.nativeRateHz} Hz; expected ${min} to ${max}.`,
        );
      }),
  },
  { name: 'audio/buffers-are-the-consumers', run: bufferProblems },
];

function declaredProblems(engineId: string, voices: readonly Voice[]): Problems {
  const codes = new Set(voices.map((voice) => voice.code));
  return [
    ...problemIf(voices.length === 0, 'The engine declares no voice.'),
    ...problemIf(codes.size !== voices.length, 'Two voices have the same code.'),
    ...voices.flatMap(({ code, engine, nativeRateHz, creditFactor, licence, name }) => [
      ...problemIf(engine !== engineId, `${code}: its engine is ${engine}, not ${engineId}.`),
      ...problemIf(
        !(Number.isInteger(nativeRateHz) && nativeRateHz >= 8000),
        `${code}: its rate is ${nativeRateHz} Hz.`,
      ),
      ...problemIf(
        !/^\d+(\.\d+)?$/.test(creditFactor),
        `${code}: its credit factor is not a decimal number: ${creditFactor}.`,
      ),
      ...problemIf(
        licence === '' || name === '' || code === '',
        `${code}: its code, name or licence is empty.`,
      ),
    ]),
  ];
}

/** Overwrites each chunk on arrival, which must affect neither the rest of the unit nor the next one. */
async function bufferProblems(subject: SynthesisSubject): Promise<Problems> {
  const problems: string[] = [];
  for (const round of ['The same unit', 'The next unit']) {
    for await (const chunk of subject.engine.synthesize(unitOf(subject))) {
      if (!(chunk instanceof Float32Array)) return ['A chunk is not a Float32Array.'];
      if (chunk.some(Number.isNaN))
        problems.push(`${round} contains what the consumer wrote into its buffer.`);
      chunk.fill(Number.NaN);
    }
  }
  return problems;
}

async function forEachVoice(
  { engine }: SynthesisSubject,
  evaluate: (voice: Voice) => Promise<Problems>,
): Promise<Problems> {
  const problems: string[] = [];
  for (const voice of engine.voices) problems.push(...(await evaluate(voice)));
  return problems;
}
