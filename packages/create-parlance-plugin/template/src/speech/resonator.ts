const BANDWIDTH_HZ = 120;

/** @returns a filter that resonates at one frequency: two poles, with a gain of 1 at 0 Hz */
export function createResonator(frequencyHz: number, sampleRateHz: number): (input: number) => number {
  const radius = Math.exp((-Math.PI * BANDWIDTH_HZ) / sampleRateHz);
  // Resonances must stay below half the sample rate.
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
