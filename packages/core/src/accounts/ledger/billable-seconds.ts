/** What a recording is metered by: its length in seconds, rounded up. */
export function billableSeconds({
  frames,
  sampleRateHz,
}: {
  readonly frames: number;
  readonly sampleRateHz: number;
}): number {
  return Math.ceil(frames / sampleRateHz);
}
