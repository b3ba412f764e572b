import { type Problems, problemIf } from '../verdict.ts';
import type { SynthesisSubject } from './subject.ts';

/** Rounding of 16 bits, and a little more. */
const SAMPLE_TOLERANCE = 1e-4;

/** @returns the first sample in which two signals differ; `undefined`: in none */
export function differenceOf(one: Float32Array, other: Float32Array): number | undefined {
  const longer = one.length >= other.length ? one : other;
  // Written so that NaN differs.
  const index = longer.findIndex(
    (_, at) => !(Math.abs((one[at] ?? 2) - (other[at] ?? 2)) <= SAMPLE_TOLERANCE),
  );
  return index === -1 ? undefined : index;
}

/**
 * Holds one utterance of a unit to another: to the sample, or where the engine's samples vary, by its length.
 *
 * @param what names the second, such as "The same unit spoken again"
 */
export function sameSpeechProblems(
  { samplesVary, lengthTolerance }: SynthesisSubject,
  what: string,
  due: Float32Array,
  given: Float32Array,
): Problems {
  if (!(Math.abs(given.length / due.length - 1) <= (samplesVary ? lengthTolerance : 0))) {
    return [`${what} has ${given.length} samples; ${due.length} were due.`];
  }
  if (samplesVary) return [];
  const at = differenceOf(due, given);
  return problemIf(
    at !== undefined,
    `${what} differs from sample ${at} on. If the engine never speaks a text the same way twice, set the trait samplesVary.`,
  );
}
