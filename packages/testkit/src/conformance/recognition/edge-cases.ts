import { normalizedWords } from '../../word-error-rate.ts';
import { type ConformanceCase, problemIf, type Verdict } from '../verdict.ts';
import type { RecognitionSubject } from './subject.ts';

type Edge = 'beginning' | 'end';

/** How many words are looked for, one more each time. */
const WORDS = 3;
/** How exactly the places at which they come are found. */
const STEP_SECONDS = 0.01;
const SILENCE_SECONDS = 0.1;
/**
 * Measured with Moonshine on human speech: an engine that hears all of a segment is off by 0 to 22 ms, by 6 at most in the middle
 * of three words; one that loses 50 ms by 34 to 51.
 */
const MAX_LOSS_SECONDS = 0.03;

/** Whether a segment is heard from its first sample to its last. */
export const edgeCases: readonly ConformanceCase<RecognitionSubject>[] = [
  { name: 'segment/heard-from-its-beginning', run: (subject) => lossProblems(subject, 'beginning') },
  { name: 'segment/heard-to-its-end', run: (subject) => lossProblems(subject, 'end') },
];

/**
 * How much of the speech a word needs does not depend on whether silence lies between it and the segment's edge. An engine that
 * loses part of the edge loses speech without the silence, and with it nothing but silence: it needs more without.
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
  if (places.size < WORDS) return { notApplicable: 'the speech has too few words of its own to cut between' };
  const median = losses.sort((one, other) => one - other)[WORDS >> 1] ?? 0;
  return problemIf(
    median > MAX_LOSS_SECONDS,
    `A word at the ${edge} of a segment needs ${Math.round(median * 1000)} ms more of the speech than one with silence behind it: the engine loses so much of the ${edge}.`,
  );
}

/** @returns the least part of the speech, in samples, in which so many words are heard, by bisection */
async function neededSamples(
  subject: RecognitionSubject,
  edge: Edge,
  dueWords: number,
  silenceSeconds: number,
): Promise<number> {
  const { engine, speech } = subject;
  const { sampleRateHz } = engine.capabilities;
  const silence = Math.round(silenceSeconds * sampleRateHz);
  let [missing, heard] = [0, speech.samples.length];
  while (heard - missing > STEP_SECONDS * sampleRateHz) {
    const part = (missing + heard) >> 1;
    const segment = new Float32Array(part + silence);
    if (edge === 'end') segment.set(speech.samples.subarray(0, part));
    else segment.set(speech.samples.subarray(speech.samples.length - part), silence);
    if ((await wordsOf(subject, segment)).length >= dueWords) heard = part;
    else missing = part;
  }
  return heard;
}

async function wordsOf({ engine }: RecognitionSubject, samples: Float32Array): Promise<readonly string[]> {
  return normalizedWords((await engine.recognize(samples)).text);
}
