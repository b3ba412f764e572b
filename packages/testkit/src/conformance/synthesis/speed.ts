import { type Problems, problemIf } from '../verdict.ts';

/** The speed at which a unit is spoken beside speed 1: far enough from it that most engines speak in another way. */
export const OTHER_SPEED = 1.5;
/** The interface allows this relative difference from the length that the speed demands. */
const SPEED_TOLERANCE = 0.1;

/**
 * Checks the length of audio at a speed, which is that at speed 1 divided by it.
 *
 * @param what was spoken, with its speed
 */
export function lengthProblems(
  what: string,
  speed: number,
  plain: Float32Array,
  given: Float32Array,
): Problems {
  const ratio = (given.length / plain.length) * speed;
  return problemIf(
    !(Math.abs(ratio - 1) <= SPEED_TOLERANCE),
    `${what}: the length is ${ratio.toFixed(3)} times the expected one.`,
  );
}
