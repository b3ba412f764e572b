import { type Problems, problemIf } from '../verdict.ts';
import type { SynthesisSubject } from './subject.ts';

/** Slightly above the rounding of 16-bit samples. */
const SAMPLE_TOLERANCE = 1e-4;

/** @returns the first sample in which two signals differ; `undefined`: in none */
export function differenceOf(one: Float32Array, other: Float32Array): number | undefined {
  const longer = one.length >= other.length ? one : other;
  // Negated so that NaN differs too.
  const index = longer.findIndex(
    (_, at) => !(Math.abs((one[at] ?? 2) - (other[at] ?? 2)) <= SAMPLE_TOLERANCE),
  );
  return index === -1 ? undefined : index;
}

/**
 * Compares two syntheses of a unit by their samples, or only by their length if the engine's samples vary.
 *
 * @param what name of the second one, such as "The same unit synthesized again"
 */
export function sameSpeechProblems(
  { samplesVary, lengthTolerance }: SynthesisSubject,
  what: string,
  due: Float32Array,
  given: Float32Array,
): Problems {
  if (!(Math.abs(given.length / due.length - 1) <= (samplesVary ? lengthTolerance : 0))) {
    return [`${what} has ${given.length} samples; expected ${due.length}.`];
  }
  if (samplesVary) return [];
  const at = differenceOf(due, given);
  return problemIf(
    at !== undefined,
    `${what} differs from sample ${at} on. If the engine's audio differs each time, set the trait samplesVary.`,
  );
}
