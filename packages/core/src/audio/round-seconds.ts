/** Rounds to a tenth of a millisecond, so that sums of times show no traces of binary fractions, such as 2.5500000000000003. */
export function roundSeconds(seconds: number): number {
  return Math.round(seconds * 1e4) / 1e4;
}
