/** @returns white noise in [-peak, peak), the same each time, from a linear congruential generator; in a buffer of its own */
export function noise(lengthSamples: number, peak: number): Float32Array {
  let state = 1;
  return Float32Array.from({ length: lengthSamples }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return peak * (state / 2 ** 31 - 1);
  });
}
