import type { Recognition, RecognitionEngine } from '@parlance/core/engine';
import { noise } from '../../signals/noise.ts';
import { normalizedWords } from '../../word-error-rate.ts';
import { type ConformanceCase, expectRefusal, type Problems, problemIf } from '../verdict.ts';
import { filled, isSame, type RecognitionSubject, recognizeSpeechOf, shorter } from './subject.ts';

/** BCP 47 primary subtags, and `*` for a model that detects the language. */
const LANGUAGE = /^(?:[a-z]{2,3}|\*)$/;

const NOISE_SECONDS = 2;
/** Peak of uniformly distributed samples at -60 dB. */
const NOISE_PEAK = Math.sqrt(3) / 1000;

/** Rules about the capabilities of an engine, and the segments that it accepts. */
export const segmentCases: readonly ConformanceCase<RecognitionSubject>[] = [
  { name: 'capabilities/declared', run: async ({ engine }) => declaredProblems(engine) },
  {
    name: 'capabilities/stable',
    run: async ({ engine }) => {
      const before = JSON.stringify(engine.capabilities);
      await engine.warm();
      await engine.warm();
      return problemIf(JSON.stringify(engine.capabilities) !== before, 'Warming changed the capabilities.');
    },
  },
  {
    name: 'segment/empty',
    run: async ({ engine }) => {
      const { text, tokens } = await engine.recognize(new Float32Array(0));
      return problemIf(
        text !== '' || tokens.length > 0,
        `A segment without samples has the text ${JSON.stringify(text)}.`,
      );
    },
  },
  {
    name: 'segment/silence',
    run: async ({ engine }) => {
      const { text } = await engine.recognize(new Float32Array(engine.capabilities.sampleRateHz));
      return problemIf(
        normalizedWords(text).length > 0,
        `A second of silence has the text ${JSON.stringify(text)}.`,
      );
    },
  },
  {
    name: 'segment/faint-noise',
    run: async ({ engine }) => {
      const { text } = await engine.recognize(
        noise(NOISE_SECONDS * engine.capabilities.sampleRateHz, NOISE_PEAK),
      );
      return problemIf(
        normalizedWords(text).length > 0,
        `Noise at -60 dB without speech has the text ${JSON.stringify(text)}.`,
      );
    },
  },
  {
    name: 'segment/longest',
    run: async (subject) => {
      const { engine, speech } = subject;
      const { maxSegmentSamples } = engine.capabilities;
      const { text } = await engine.recognize(filled(subject, maxSegmentSamples));
      return problemIf(
        speech.text !== undefined && normalizedWords(text).length < normalizedWords(speech.text).length / 2,
        `A segment of ${maxSegmentSamples} samples that contains the speech has the text ${JSON.stringify(text)}.`,
      );
    },
  },
  {
    name: 'segment/too-long',
    run: async ({ engine }) => {
      const work = engine.recognize(new Float32Array(engine.capabilities.maxSegmentSamples + 1));
      return expectRefusal('A segment beyond maxSegmentSamples', work, ['INVALID_INPUT', 'ENGINE_FAILED']);
    },
  },
  {
    name: 'segment/same-again',
    run: async (subject) => {
      const [once, again] = [await recognizeSpeechOf(subject), await recognizeSpeechOf(subject)];
      return problemIf(
        !isSame(once, again),
        `The same segment has the text ${JSON.stringify(once.text)} and then ${JSON.stringify(again.text)}.`,
      );
    },
  },
  { name: 'parallel/as-alone', run: parallelProblems },
];

function declaredProblems({ capabilities, openStream }: RecognitionEngine): Problems {
  const { sampleRateHz, maxSegmentSamples, concurrency, languages, streaming } = capabilities;
  return [
    ...problemIf(
      !(Number.isInteger(sampleRateHz) && sampleRateHz >= 8000),
      `Its rate is ${sampleRateHz} Hz.`,
    ),
    ...problemIf(
      !(Number.isInteger(maxSegmentSamples) && maxSegmentSamples >= sampleRateHz),
      `Its longest segment has ${maxSegmentSamples} samples, less than a second.`,
    ),
    ...problemIf(!(Number.isInteger(concurrency) && concurrency >= 1), `Its concurrency is ${concurrency}.`),
    ...problemIf(
      languages.length === 0 || !languages.every((language) => LANGUAGE.test(language)),
      `Its languages are ${JSON.stringify(languages)}; expected primary subtags such as "en", or "*".`,
    ),
    ...problemIf(
      streaming !== (openStream !== undefined),
      'It declares streams but has no openStream, or the other way round.',
    ),
  ];
}

/** Recognizes more parallel segments than the engine's concurrency, with two lengths, so that a mix-up shows. */
async function parallelProblems(subject: RecognitionSubject): Promise<Problems> {
  const { engine, speech } = subject;
  const segments = [speech.samples, shorter(subject)];
  const alone: Recognition[] = [];
  for (const samples of segments) alone.push(await engine.recognize(samples.slice()));
  const count = engine.capabilities.concurrency + 2;
  const together = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      engine.recognize((segments[index % 2] ?? speech.samples).slice()),
    ),
  );
  return together.flatMap((recognition, index) => {
    const due = alone[index % 2];
    return problemIf(
      due === undefined || !isSame(recognition, due),
      `Segment ${index} of ${count} in parallel has the text ${JSON.stringify(recognition.text)}; alone it has ${JSON.stringify(due?.text)}.`,
    );
  });
}
