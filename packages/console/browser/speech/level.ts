/** Level that a meter shows as silence. */
export const SILENCE_DB = -60;

/** @returns level in dB relative to full scale of a root mean square of samples in [-1, 1], at least {@link SILENCE_DB} */
export function decibelsOf(rootMeanSquare: number): number {
  return Math.max(SILENCE_DB, Math.min(0, 20 * Math.log10(rootMeanSquare)));
}
