import type { Recognition, RecognitionCapabilities, RecognizedToken } from '@parlance/core/engine';
import { joinSamples } from '../../signals/join-samples.ts';
import { medianOf } from '../median.ts';
import { type ConformanceCase, type Problems, problemIf, problemsIn, type Verdict } from '../verdict.ts';
import { filled, type RecognitionSubject, recognizeSpeechOf, saidTwice } from './subject.ts';

/** Rules about tokens, with their times and probabilities. */
export const tokenCases: readonly ConformanceCase<RecognitionSubject>[] = [
  {
    name: 'tokens/as-declared',
    run: async (subject) => {
      return declaredTokenProblems(await recognizeSpeechOf(subject), subject.engine.capabilities);
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
        ...tokenTimeProblems(await recognizeSpeechOf(subject), spokenSamples / sampleRateHz),
        ...tokenTimeProblems(await engine.recognize(padded), spokenSamples / sampleRateHz),
      ];
    },
  },
  {
    name: 'tokens/spell-the-text',
    run: async (subject) => {
      const { engine } = subject;
      const recognition = await recognizeSpeechOf(subject);
      if (recognition.tokens.length === 0) return { notApplicable: 'the engine returns no tokens' };
      const longest = await engine.recognize(filled(subject, engine.capabilities.maxSegmentSamples));
      return [
        ...spellingProblems(recognition),
        ...problemsIn('In the longest segment', spellingProblems(longest)),
      ];
    },
  },
  { name: 'tokens/with-their-own-probabilities', run: probabilityProblems },
  { name: 'tokens/move-with-the-audio', run: movedProblems },
  { name: 'tokens/after-a-pause', run: pauseTimeProblems },
  { name: 'tokens/at-their-words', run: wordTimeProblems },
];

/** The letters and digits of a text, since tokens separate words differently. */
const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '');

const LEAD_SECONDS = 0.5;
/**
 * With this much more silence before the speech, every token begins this much later. These are no multiples of half or a quarter of a second,
 * so that times that are rounded to one move by too much or too little. Over the longer one, or what of it fits into a segment, a clock that
 * is too fast or too slow shows.
 */
const MOVES_SECONDS = [0.875, 8.375];
/** The pause in speech that is said twice: as much as fits, but so long that it is not part of a word. */
const MAX_PAUSE_SECONDS = 2;
const MIN_PAUSE_SECONDS = 0.8;
/** Fewer tokens may have falling probabilities by chance. */
const MIN_TOKENS = 6;
/** How long after the speech its last token may end: models hear its echo, and give a token the silence up to the next. */
const LATE_END_SECONDS = 0.5;
/**
 * The median log-probability of known speech is far above this, which is one of a token in 160,000. Percent, decibels and the scores of a
 * search are not.
 */
const MIN_MEDIAN_LOG = -12;
/** Models use frames of up to 80 ms. */
const TIME_TOLERANCE_SECONDS = 0.1;

async function movedProblems({ engine, speech }: RecognitionSubject): Promise<Verdict> {
  const { sampleRateHz, tokenTimes, maxSegmentSamples } = engine.capabilities;
  if (!tokenTimes) return { notApplicable: 'the engine tells no times' };
  const recognizeBehind = async (leadSeconds: number): Promise<number[]> => {
    const lead = new Float32Array(Math.round(leadSeconds * sampleRateHz));
    const { tokens } = await engine.recognize(joinSamples([lead, speech.samples]));
    return tokens.map(({ startSeconds }) => startSeconds ?? Number.NaN);
  };
  // All begin with silence, since without it some models place the first token anywhere.
  const early = await recognizeBehind(LEAD_SECONDS);
  const roomSeconds = (maxSegmentSamples - speech.samples.length) / sampleRateHz - LEAD_SECONDS;
  const problems: string[] = [];
  let isCompared = false;
  for (const longest of MOVES_SECONDS) {
    const dueSeconds = Math.min(longest, roomSeconds);
    const late = await recognizeBehind(LEAD_SECONDS + dueSeconds);
    // Silence may change what a model recognizes.
    if (early.length === 0 || early.length !== late.length) continue;
    isCompared = true;
    const median = medianOf(late.map((time, index) => time - (early[index] ?? Number.NaN)));
    problems.push(
      ...problemIf(
        !(Math.abs(median - dueSeconds) <= TIME_TOLERANCE_SECONDS),
        `With ${dueSeconds.toFixed(3)} s more silence before the speech, the tokens begin ${median.toFixed(2)} s later.`,
      ),
    );
  }
  return isCompared ? problems : { notApplicable: 'silence before the speech changes the text' };
}

/** An engine that leaves out silence before its model hears a segment has to add it to the times again. */
async function pauseTimeProblems({ engine, speech }: RecognitionSubject): Promise<Verdict> {
  const { sampleRateHz, tokenTimes, maxSegmentSamples } = engine.capabilities;
  if (!tokenTimes) return { notApplicable: 'the engine tells no times' };
  const { samples } = speech;
  const pause = Math.min(
    maxSegmentSamples - 2 * samples.length,
    Math.round(MAX_PAUSE_SECONDS * sampleRateHz),
  );
  if (pause < MIN_PAUSE_SECONDS * sampleRateHz)
    return { notApplicable: 'the speech is too long to be said twice in a segment with a pause' };
  const once = await engine.recognize(samples.slice());
  const { tokens } = await engine.recognize(saidTwice(samples, pause));
  // A pause may change what a model recognizes.
  if (once.tokens.length === 0 || tokens.length !== once.tokens.length * 2)
    return { notApplicable: 'the speech has other tokens when it is said twice' };
  const dueSeconds = (samples.length + pause) / sampleRateHz;
  const medianSeconds = medianOf(
    once.tokens.map(
      ({ startSeconds = Number.NaN }, index) =>
        (tokens[once.tokens.length + index]?.startSeconds ?? Number.NaN) - startSeconds,
    ),
  );
  return problemIf(
    !(Math.abs(medianSeconds - dueSeconds) <= TIME_TOLERANCE_SECONDS),
    `Said again after a pause of ${(pause / sampleRateHz).toFixed(1)} s, the tokens begin ${medianSeconds.toFixed(2)} s later; expected ${dueSeconds.toFixed(2)} s.`,
  );
}

/** Checks that the log-probabilities are not all the same, and not the sums of those before, in the longest segment. */
async function probabilityProblems(subject: RecognitionSubject): Promise<Verdict> {
  const { engine } = subject;
  if (!engine.capabilities.logProbabilities) return { notApplicable: 'the engine tells no probabilities' };
  const { tokens } = await engine.recognize(filled(subject, engine.capabilities.maxSegmentSamples));
  if (tokens.length < MIN_TOKENS) return { notApplicable: 'the speech has too few tokens' };
  const logs = tokens.map(({ logProbability }) => logProbability ?? Number.NaN);
  const median = medianOf(logs);
  const isFalling = logs.every((log, index) => index === 0 || log < (logs[index - 1] ?? 0));
  return [
    ...problemIf(
      new Set(logs).size === 1,
      `All ${logs.length} tokens have the log-probability ${logs[0]}, so it says nothing about a word.`,
    ),
    ...problemIf(
      subject.speech.text !== undefined && median < MIN_MEDIAN_LOG,
      `Half of the tokens have a log-probability of ${median} or less, as if none of them had been heard; expected the natural logarithm of a probability.`,
    ),
    ...problemIf(
      isFalling,
      `Each log-probability is lower than the one before, ${logs.join(', ')}: that of a token does not include those before it.`,
    ),
  ];
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

/** Checks that the tokens have what the engine declares, and nothing else. */
export function declaredTokenProblems(
  { text, tokens }: Recognition,
  capabilities: RecognitionCapabilities,
): Problems {
  return [
    ...problemIf(
      (capabilities.tokenTimes || capabilities.logProbabilities) && tokens.length === 0 && text !== '',
      `It declares times or log-probabilities, but ${JSON.stringify(text)} came without tokens.`,
    ),
    ...tokens.flatMap((token) => memberProblems(token, capabilities)),
  ];
}

/** Checks that the tokens, if there are any, have the letters of the text. */
export function spellingProblems({ text, tokens }: Recognition): Problems {
  const spelt = tokens.map((token) => token.text).join('');
  return problemIf(
    tokens.length > 0 && lettersOf(spelt) !== lettersOf(text),
    `The tokens spell ${JSON.stringify(spelt)}; the text is ${JSON.stringify(text)}.`,
  );
}

function memberProblems(token: RecognizedToken, capabilities: RecognitionCapabilities): Problems {
  const { text, startSeconds, endSeconds, logProbability } = token;
  const name = JSON.stringify(text);
  return [
    ...problemIf(
      (startSeconds !== undefined) !== capabilities.tokenTimes,
      `${name}: it has ${startSeconds === undefined ? 'no' : 'a'} time, which contradicts tokenTimes.`,
    ),
    ...problemIf(
      endSeconds !== undefined && !(startSeconds !== undefined && endSeconds >= startSeconds),
      `${name}: it ends at ${endSeconds} s, but begins at ${startSeconds} s.`,
    ),
    ...problemIf(
      (logProbability !== undefined) !== capabilities.logProbabilities,
      `${name}: it has ${logProbability === undefined ? 'no' : 'a'} log-probability, which contradicts logProbabilities.`,
    ),
    ...problemIf(
      logProbability !== undefined && !(logProbability <= 0 && Number.isFinite(logProbability)),
      `${name}: its log-probability is ${logProbability}; expected a finite number of at most 0.`,
    ),
  ];
}

/** @param spokenSeconds when the speech ends, after which silence may follow */
export function tokenTimeProblems({ tokens }: Recognition, spokenSeconds: number): Problems {
  const times = tokens.map(({ startSeconds }) => startSeconds ?? Number.NaN);
  const isOrdered = times.every((time, index) => index === 0 || time >= (times[index - 1] ?? 0));
  const ends = tokens.flatMap(({ endSeconds }) => endSeconds ?? []);
  const overlapping = tokens.find(
    ({ endSeconds = 0 }, index) => endSeconds > (times[index + 1] ?? Infinity) + TIME_TOLERANCE_SECONDS,
  );
  const areEndsOrdered = ends.every((time, index) => index === 0 || time >= (ends[index - 1] ?? 0));
  return [
    ...problemIf(
      !times.every((time) => time >= 0 && time <= spokenSeconds),
      `The tokens begin at ${times.join(', ')} s; the speech ends at ${spokenSeconds} s.`,
    ),
    ...problemIf(!isOrdered, `The tokens begin at ${times.join(', ')} s, out of order.`),
    ...problemIf(
      times.length > 2 && new Set(times).size === 1,
      `All ${times.length} tokens begin at ${times[0]} s.`,
    ),
    ...problemIf(
      overlapping !== undefined,
      `${JSON.stringify(overlapping?.text)}, which begins at ${overlapping?.startSeconds} s, ends at ${overlapping?.endSeconds} s, long after the next token has begun.`,
    ),
    ...problemIf(!areEndsOrdered, `The tokens end at ${ends.join(', ')} s, out of order.`),
    ...problemIf(
      ends.length > 2 && new Set(ends).size === 1,
      `All ${ends.length} tokens end at ${ends[0]} s.`,
    ),
    ...problemIf(
      !ends.every((time) => time <= spokenSeconds + LATE_END_SECONDS),
      `The tokens end at ${ends.join(', ')} s; the speech ends at ${spokenSeconds} s.`,
    ),
  ];
}
