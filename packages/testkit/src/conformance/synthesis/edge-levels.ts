import { rmsDb } from '../../signals/signal-measures.ts';

/** Speech fades out: the last 5 ms of a sentence are at least this far below the whole. Truncated audio ends in the middle of a sound. */
const END_SECONDS = 0.005;
/** The same for the first millisecond. The bundled engines are at least 41 dB below the whole; a tone with a fade-in of 5 ms is 20 dB below. */
const START_SECONDS = 0.001;
export const MIN_EDGE_DROP_DB = 10;

/** @returns how far the end is below the whole */
export function endDropDb(samples: Float32Array, sampleRateHz: number): number {
  return rmsDb(samples) - rmsDb(samples.slice(-Math.round(END_SECONDS * sampleRateHz)));
}

/** @returns how far the beginning is below the whole */
export function startDropDb(samples: Float32Array, sampleRateHz: number): number {
  return rmsDb(samples) - rmsDb(samples.slice(0, Math.round(START_SECONDS * sampleRateHz)));
}
