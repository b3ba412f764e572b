import type { Recognition, RecognitionCapabilities, RecognizedToken } from '@parlance/core/engine';
import { wordErrorRate } from '../word-error-rate.ts';
import {
  DEFAULT_WORD_ERROR_RATE,
  filled,
  type RecognitionSubject,
  recognizeSpeechOf,
} from './recognition-subject.ts';
import { type ConformanceCase, type Problems, problemIf } from './verdict.ts';

/** What comes out: text, and tokens with their times. */
export const textCases: readonly ConformanceCase<RecognitionSubject>[] = [
  {
    name: 'text/trimmed',
    run: async (subject) => {
      const { text } = await recognizeSpeechOf(subject);
      return [
        ...problemIf(text !== text.trim(), `There is white space around ${JSON.stringify(text)}.`),
        ...problemIf(/\p{Cc}/u.test(text), `There is a control character in ${JSON.stringify(text)}.`),
      ];
    },
  },
  {
    name: 'text/known',
    run: async (subject) => {
      const { text, maxWordErrorRate = DEFAULT_WORD_ERROR_RATE } = subject.speech;
      if (text === undefined) return { notApplicable: 'no speech with a known text was given' };
      const heard = (await recognizeSpeechOf(subject)).text;
      const { rate } = wordErrorRate(text, heard);
      return problemIf(
        !(rate <= maxWordErrorRate),
        `${JSON.stringify(heard)} has ${rate.toFixed(2)} errors a word; ${maxWordErrorRate} are allowed.`,
      );
    },
  },
  {
    name: 'tokens/as-declared',
    run: async (subject) => {
      const { tokens } = await recognizeSpeechOf(subject);
      return tokens.flatMap((token) => memberProblems(token, subject.engine.capabilities));
    },
  },
  {
    name: 'tokens/within-the-audio',
    run: async (subject) => {
      const { engine, speech } = subject;
      const { sampleRateHz, maxSegmentSamples } = engine.capabilities;
      if (!engine.capabilities.tokenTimes) return { notApplicable: 'the engine tells no times' };
      // Silence behind the speech: times that grow with the audio's end, not with its words, go beyond.
      const spokenSamples = speech.samples.length;
      const padded = filled(subject, Math.min(maxSegmentSamples, spokenSamples * 2 - 1));
      return [
        ...timeProblems(await recognizeSpeechOf(subject), spokenSamples / sampleRateHz),
        ...timeProblems(await engine.recognize(padded), spokenSamples / sampleRateHz),
      ];
    },
  },
];

function memberProblems(token: RecognizedToken, capabilities: RecognitionCapabilities): Problems {
  const { text, startSeconds, logProbability } = token;
  const name = JSON.stringify(text);
  return [
    ...problemIf(
      (startSeconds !== undefined) !== capabilities.tokenTimes,
      `${name}: it has ${startSeconds === undefined ? 'no' : 'a'} time; tokenTimes says otherwise.`,
    ),
    ...problemIf(
      (logProbability !== undefined) !== capabilities.logProbabilities,
      `${name}: it has ${logProbability === undefined ? 'no' : 'a'} log-probability; logProbabilities says otherwise.`,
    ),
    ...problemIf(
      logProbability !== undefined && !(logProbability <= 0),
      `${name}: its log-probability is ${logProbability}; the limit is 0.`,
    ),
  ];
}

function timeProblems({ tokens }: Recognition, endSeconds: number): Problems {
  const times = tokens.map(({ startSeconds }) => startSeconds ?? Number.NaN);
  const isOrdered = times.every((time, index) => index === 0 || time >= (times[index - 1] ?? 0));
  return [
    ...problemIf(
      !times.every((time) => time >= 0 && time <= endSeconds),
      `The tokens begin at ${times.join(', ')} s; the speech ends at ${endSeconds} s.`,
    ),
    ...problemIf(!isOrdered, `The tokens begin at ${times.join(', ')} s, out of order.`),
  ];
}
