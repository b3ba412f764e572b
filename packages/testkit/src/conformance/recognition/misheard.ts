import { wordErrorRate } from '../../word-error-rate.ts';
import { problemIf, type Verdict } from '../verdict.ts';
import { DEFAULT_WORD_ERROR_RATE, type RecognitionSubject } from './subject.ts';

/** Compares what the engine recognizes in each of the segments with the known text. */
export async function misheardProblems(
  { engine, speech }: RecognitionSubject,
  segments: readonly (readonly [what: string, samples: Float32Array])[],
): Promise<Verdict> {
  const { text, maxWordErrorRate = DEFAULT_WORD_ERROR_RATE } = speech;
  if (text === undefined) return { notApplicable: 'there is no speech with a known text' };
  const problems: string[] = [];
  for (const [what, samples] of segments) {
    const heard = await engine.recognize(samples);
    const { rate } = wordErrorRate(text, heard.text);
    problems.push(
      ...problemIf(
        !(rate <= maxWordErrorRate),
        `${what}: ${JSON.stringify(heard.text)} has a word error rate of ${rate.toFixed(2)}; the limit is ${maxWordErrorRate}.`,
      ),
    );
  }
  return problems;
}
