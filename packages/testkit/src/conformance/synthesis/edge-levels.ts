import { rmsDb } from '../../signals/signal-measures.ts';
import { type Problems, problemIf } from '../verdict.ts';

/** The end of speech: it fades out, but truncated audio ends in the middle of a sound. */
const END_SECONDS = 0.005;
/** The beginning of speech. */
const START_SECONDS = 0.001;
/**
 * The edges of a sentence are at least this far below the whole. The end is 28 dB or more below in the bundled engines, 12 dB in letters that
 * fade out in 10 ms, and 0 dB where a sound was cut; the beginning 43 dB in the engines, and 17 dB in a tone that fades in in 5 ms.
 */
export const MIN_EDGE_DROP_DB = 6;

/** @returns how far the end is below the whole */
export function endDropDb(samples: Float32Array, sampleRateHz: number): number {
  return rmsDb(samples) - rmsDb(samples.slice(-Math.round(END_SECONDS * sampleRateHz)));
}

/** @returns how far the beginning is below the whole */
export function startDropDb(samples: Float32Array, sampleRateHz: number): number {
  return rmsDb(samples) - rmsDb(samples.slice(0, Math.round(START_SECONDS * sampleRateHz)));
}

/** @param what begins the problem, such as "The sentence" */
export function endProblems(what: string, samples: Float32Array, sampleRateHz: number): Problems {
  const dropDb = endDropDb(samples, sampleRateHz);
  return problemIf(
    !(dropDb >= MIN_EDGE_DROP_DB),
    `${what}: the last 5 ms are ${dropDb.toFixed(0)} dB below the whole; expected ${MIN_EDGE_DROP_DB} dB: the end was cut off, or the chunks are out of order.`,
  );
}
