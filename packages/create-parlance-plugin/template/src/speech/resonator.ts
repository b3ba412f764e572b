const BANDWIDTH_HZ = 120;

/** @returns a filter that lets one frequency ring: two poles, with a gain of 1 for a steady input */
export function createResonator(frequencyHz: number, sampleRateHz: number): (input: number) => number {
  const radius = Math.exp((-Math.PI * BANDWIDTH_HZ) / sampleRateHz);
  // Above half the rate there is nothing to ring.
  const heardHz = Math.min(frequencyHz, sampleRateHz * 0.45);
  const first = 2 * radius * Math.cos((2 * Math.PI * heardHz) / sampleRateHz);
  const second = -radius * radius;
  const gain = 1 - first - second;
  let [last, beforeLast] = [0, 0];
  return (input) => {
    const output = gain * input + first * last + second * beforeLast;
    [beforeLast, last] = [last, output];
    return output;
  };
}
