import { rmsDb } from '../../signals/signal-measures.ts';
import { type Problems, problemIf } from '../verdict.ts';
import { endDropDb, MIN_EDGE_DROP_DB, startDropDb } from './edge-levels.ts';
import { firstVoice, type SynthesisSubject } from './subject.ts';

/** Slightly above the rounding of 16-bit samples. */
const SAMPLE_TOLERANCE = 1e-4;
/** How far the level of the same unit may vary. */
const LEVEL_TOLERANCE_DB = 6;
/** An edge that is so far below the whole once cannot be near its level another time. */
const CLEAR_DROP_DB = 20;

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
 * Compares two syntheses of a unit by their samples, or only by their lengths, levels and edges if the engine's samples vary.
 *
 * @param what name of the second one, such as "The same unit synthesized again"
 */
export function sameSpeechProblems(
  subject: SynthesisSubject,
  what: string,
  due: Float32Array,
  given: Float32Array,
): Problems {
  const { samplesVary, lengthTolerance } = subject;
  if (!(Math.abs(given.length / due.length - 1) <= (samplesVary ? lengthTolerance : 0))) {
    return [`${what} has ${given.length} samples; expected ${due.length}.`];
  }
  if (samplesVary) return similarProblems(what, [due, given], firstVoice(subject).nativeRateHz);
  const at = differenceOf(due, given);
  return problemIf(
    at !== undefined,
    `${what} differs from sample ${at} on. If the engine's audio differs each time, set the trait samplesVary.`,
  );
}

function similarProblems(
  what: string,
  [due, given]: readonly [due: Float32Array, given: Float32Array],
  sampleRateHz: number,
): Problems {
  const isCutOff = (dropDb: (samples: Float32Array, sampleRateHz: number) => number): boolean =>
    dropDb(due, sampleRateHz) >= CLEAR_DROP_DB && !(dropDb(given, sampleRateHz) >= MIN_EDGE_DROP_DB);
  const levelDb = rmsDb(given);
  return [
    // Negated so that NaN is a problem too.
    ...problemIf(
      !(Math.abs(levelDb - rmsDb(due)) <= LEVEL_TOLERANCE_DB),
      `${what} is at ${levelDb.toFixed(0)} dB; expected ${rmsDb(due).toFixed(0)} dB.`,
    ),
    ...problemIf(isCutOff(startDropDb), `${what} begins at full level: its beginning was cut off.`),
    ...problemIf(isCutOff(endDropDb), `${what} ends at full level: its end was cut off.`),
  ];
}
