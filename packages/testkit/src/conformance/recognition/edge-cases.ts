import { normalizedWords } from '../../word-error-rate.ts';
import { type ConformanceCase, problemIf, type Verdict } from '../verdict.ts';
import type { RecognitionSubject } from './subject.ts';

type Edge = 'beginning' | 'end';

interface Heard extends RecognitionSubject {
  /** Counts the words in samples. Default: those that the engine recognizes in a segment. */
  readonly countWords?: (samples: Float32Array) => Promise<number>;
}

/** Number of measurements, each with one word fewer. */
const WORDS = 3;
/** Precision of the measured positions. */
const STEP_SECONDS = 0.01;
const SILENCE_SECONDS = 0.1;
/**
 * Measured with Moonshine on human speech: an engine that uses the whole segment is off by 0 to 22 ms, and by at most 6 ms in the median of
 * three words; an engine that loses 50 ms is off by 34 to 51 ms.
 */
const MAX_LOSS_SECONDS = 0.03;

/** Rules that a segment is recognized from its first sample to its last. */
export const edgeCases: readonly ConformanceCase<RecognitionSubject>[] = [
  { name: 'segment/heard-from-its-beginning', run: (subject) => lossProblems(subject, 'beginning') },
  { name: 'segment/heard-to-its-end', run: (subject) => lossProblems(subject, 'end') },
];

/**
 * The amount of speech needed to recognize a word does not depend on silence between the word and the edge of the segment. An engine that
 * loses part of the edge loses only silence if there is any, else speech, so it needs more speech without the silence.
 */
async function lossProblems(subject: RecognitionSubject, edge: Edge): Promise<Verdict> {
  const words = await wordsOf(subject, subject.speech.samples.slice());
  const losses: number[] = [];
  const places = new Set<number>();
  for (let count = words.length; count > Math.max(0, words.length - WORDS); count--) {
    const bare = await neededSamples(subject, edge, count, 0);
    const silent = await neededSamples(subject, edge, count, SILENCE_SECONDS);
    places.add(bare);
    losses.push((bare - silent) / subject.engine.capabilities.sampleRateHz);
  }
  // Words that all need the same audio are only heard together.
  if (places.size < 2) return { notApplicable: 'the speech has too few separate words' };
  const median = losses.sort((one, other) => one - other)[WORDS >> 1] ?? 0;
  return problemIf(
    median > MAX_LOSS_SECONDS,
    `A word at the ${edge} of a segment needs ${Math.round(median * 1000)} ms more speech than one that silence separates from the ${edge}: the engine loses this much of the ${edge}.`,
  );
}

/**
 * The speech, cut at both ends where its words are only just recognized, so that an engine that loses a little more has another text.
 *
 * @returns all of the speech if nothing is recognized in it
 */
export async function barelyHeard(subject: RecognitionSubject): Promise<Float32Array> {
  const { samples } = subject.speech;
  const { length: dueWords } = await wordsOf(subject, samples.slice());
  if (dueWords === 0) return samples.slice();
  const end = await neededSamples(subject, 'end', dueWords, 0);
  const begun = { ...subject, speech: { samples: samples.slice(0, end) } };
  return begun.speech.samples.slice(-(await neededSamples(begun, 'beginning', dueWords, 0)));
}

/** @returns the shortest part of the speech, in samples, in which so many words are recognized, found by bisection */
export async function neededSamples(
  subject: Heard,
  edge: Edge,
  dueWords: number,
  silenceSeconds: number,
): Promise<number> {
  const {
    engine,
    speech,
    countWords = async (samples) => (await wordsOf(subject, samples)).length,
  } = subject;
  const { sampleRateHz } = engine.capabilities;
  const silence = Math.round(silenceSeconds * sampleRateHz);
  let [missing, heard] = [0, speech.samples.length];
  while (heard - missing > STEP_SECONDS * sampleRateHz) {
    const part = (missing + heard) >> 1;
    const segment = new Float32Array(part + silence);
    if (edge === 'end') segment.set(speech.samples.subarray(0, part));
    else segment.set(speech.samples.subarray(speech.samples.length - part), silence);
    if ((await countWords(segment)) >= dueWords) heard = part;
    else missing = part;
  }
  return heard;
}

async function wordsOf({ engine }: RecognitionSubject, samples: Float32Array): Promise<readonly string[]> {
  return normalizedWords((await engine.recognize(samples)).text);
}
