/** @returns white noise in [-peak, peak) from a linear congruential generator, the same each time, in a new buffer */
export function noise(lengthSamples: number, peak: number): Float32Array {
  let state = 1;
  return Float32Array.from({ length: lengthSamples }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return peak * (state / 2 ** 31 - 1);
  });
}
