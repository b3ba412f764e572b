import { type Problems, problemIf } from '../verdict.ts';
import { speak } from './listening.ts';
import { firstVoice, type SynthesisSubject, unitOf } from './subject.ts';

/** Speaks the sentence, and checks that it is as long as its characters take at least: of a unit that ended early only a part is there. */
export async function missingProblems(what: string, subject: SynthesisSubject): Promise<Problems> {
  const { length } = await speak(subject.engine, unitOf(subject));
  const leastSeconds = [...subject.sentence].length / subject.charsPerSecond.max;
  const least = leastSeconds * firstVoice(subject).nativeRateHz;
  return problemIf(
    !(length >= least),
    `${what} has ${length} samples; expected at least ${Math.round(least)}, so part of it is missing.`,
  );
}
