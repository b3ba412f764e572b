import { wordErrorRate } from '../../word-error-rate.ts';
import { type Problems, problemIf, problemsIn, type Verdict } from '../verdict.ts';
import { DEFAULT_WORD_ERROR_RATE, type KnownSpeech, type RecognitionSubject } from './subject.ts';

/** Compares what the engine recognizes in each of the segments with the known text. */
export async function misheardProblems(
  { engine, speech }: RecognitionSubject,
  segments: readonly (readonly [what: string, samples: Float32Array])[],
): Promise<Verdict> {
  const { text } = speech;
  if (text === undefined) return { notApplicable: 'there is no speech with a known text' };
  const problems: string[] = [];
  for (const [what, samples] of segments)
    problems.push(...problemsIn(what, wordProblems(speech, text, (await engine.recognize(samples)).text)));
  return problems;
}

/** Compares a recognized text with the known one. */
export function wordProblems(
  { maxWordErrorRate = DEFAULT_WORD_ERROR_RATE }: KnownSpeech,
  due: string,
  heard: string,
): Problems {
  const { rate } = wordErrorRate(due, heard);
  return problemIf(
    !(rate <= maxWordErrorRate),
    `${JSON.stringify(heard)} has a word error rate of ${rate.toFixed(2)}; the limit is ${maxWordErrorRate}.`,
  );
}
