import type { Recognition, RecognitionCapabilities, RecognizedToken } from '@parlance/core/engine';
import { wordErrorRate } from '../../word-error-rate.ts';
import { type ConformanceCase, type Problems, problemIf, type Verdict } from '../verdict.ts';
import { DEFAULT_WORD_ERROR_RATE, filled, type RecognitionSubject, recognizeSpeechOf } from './subject.ts';

/** Rules about the text, and the tokens with their times. */
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
      if (text === undefined) return { notApplicable: 'there is no speech with a known text' };
      const heard = (await recognizeSpeechOf(subject)).text;
      const { rate } = wordErrorRate(text, heard);
      return problemIf(
        !(rate <= maxWordErrorRate),
        `${JSON.stringify(heard)} has a word error rate of ${rate.toFixed(2)}; the limit is ${maxWordErrorRate}.`,
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
      // With silence after the speech, times that depend on the end of the audio instead of its words are too late.
      const spokenSamples = speech.samples.length;
      const padded = filled(subject, Math.min(maxSegmentSamples, spokenSamples * 2 - 1));
      return [
        ...timeProblems(await recognizeSpeechOf(subject), spokenSamples / sampleRateHz),
        ...timeProblems(await engine.recognize(padded), spokenSamples / sampleRateHz),
      ];
    },
  },
  {
    name: 'tokens/spell-the-text',
    run: async (subject) => {
      const { text, tokens } = await recognizeSpeechOf(subject);
      if (tokens.length === 0) return { notApplicable: 'the engine returns no tokens' };
      const spelt = tokens.map((token) => token.text).join('');
      return problemIf(
        lettersOf(spelt) !== lettersOf(text),
        `The tokens spell ${JSON.stringify(spelt)}; the text is ${JSON.stringify(text)}.`,
      );
    },
  },
  { name: 'tokens/move-with-the-audio', run: movedProblems },
  { name: 'tokens/at-their-words', run: wordTimeProblems },
];

/** The letters and digits of a text, since tokens separate words differently. */
const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** With this much more silence before the speech, every token begins this much later. */
const LEAD_SECONDS = 0.5;
/** Models use frames of up to 80 ms. */
const TIME_TOLERANCE_SECONDS = 0.1;

async function movedProblems({ engine, speech }: RecognitionSubject): Promise<Verdict> {
  const { sampleRateHz, tokenTimes } = engine.capabilities;
  if (!tokenTimes) return { notApplicable: 'the engine tells no times' };
  const recognizeBehind = async (leadSeconds: number): Promise<number[]> => {
    const lead = Math.round(leadSeconds * sampleRateHz);
    const samples = new Float32Array(lead + speech.samples.length);
    samples.set(speech.samples, lead);
    const { tokens } = await engine.recognize(samples);
    return tokens.map(({ startSeconds }) => startSeconds ?? Number.NaN);
  };
  // Both begin with silence, since without it some models place the first token anywhere.
  const [early, late] = [await recognizeBehind(LEAD_SECONDS), await recognizeBehind(2 * LEAD_SECONDS)];
  if (early.length !== late.length) return { notApplicable: 'silence before the speech changes the text' };
  const moves = late
    .map((time, index) => time - (early[index] ?? Number.NaN))
    .sort((one, other) => one - other);
  const median = moves[moves.length >> 1] ?? LEAD_SECONDS;
  return problemIf(
    !(Math.abs(median - LEAD_SECONDS) <= TIME_TOLERANCE_SECONDS),
    `With ${LEAD_SECONDS} s more silence before the speech, the tokens begin ${median.toFixed(2)} s later.`,
  );
}

/** Checks that each word's first token begins where the word does. */
async function wordTimeProblems(subject: RecognitionSubject): Promise<Verdict> {
  const { wordStartsSeconds, text } = subject.speech;
  if (!subject.engine.capabilities.tokenTimes) return { notApplicable: 'the engine tells no times' };
  if (wordStartsSeconds === undefined || text === undefined)
    return { notApplicable: 'there is no speech with known word timings' };
  const words = text.split(/\s+/).map(lettersOf);
  const { tokens } = await recognizeSpeechOf(subject);
  if (lettersOf(tokens.map((token) => token.text).join('')) !== words.join(''))
    return { notApplicable: 'the engine recognized other words' };
  let letters = 0;
  const startOf = new Map<number, number | undefined>();
  for (const token of tokens) {
    startOf.set(letters, startOf.get(letters) ?? token.startSeconds);
    letters += lettersOf(token.text).length;
  }
  let before = 0;
  return words.flatMap((word, index) => {
    const told = startOf.get(before);
    before += word.length;
    const due = wordStartsSeconds[index];
    return problemIf(
      due !== undefined && told !== undefined && !(Math.abs(told - due) <= TIME_TOLERANCE_SECONDS),
      `${JSON.stringify(word)} begins at ${told?.toFixed(2)} s; expected ${due?.toFixed(2)} s.`,
    );
  });
}

function memberProblems(token: RecognizedToken, capabilities: RecognitionCapabilities): Problems {
  const { text, startSeconds, logProbability } = token;
  const name = JSON.stringify(text);
  return [
    ...problemIf(
      (startSeconds !== undefined) !== capabilities.tokenTimes,
      `${name}: it has ${startSeconds === undefined ? 'no' : 'a'} time, which contradicts tokenTimes.`,
    ),
    ...problemIf(
      (logProbability !== undefined) !== capabilities.logProbabilities,
      `${name}: it has ${logProbability === undefined ? 'no' : 'a'} log-probability, which contradicts logProbabilities.`,
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
