/** The seconds that are charged for a recording: its length, rounded up. */
export function billableSeconds({
  frames,
  sampleRateHz,
}: {
  readonly frames: number;
  readonly sampleRateHz: number;
}): number {
  return Math.ceil(frames / sampleRateHz);
}
