/**
 * The seed of everything random in a run of tests, so that each run tries something else and any run can be repeated: the environment variable
 * `PARLANCE_TEST_SEED`, which the repository's own runs print when they start. Default 1.
 */
export const TEST_SEED: number = Number(process.env.PARLANCE_TEST_SEED ?? 1);

/**
 * A small pseudorandom number generator (mulberry32).
 *
 * @returns a function that returns numbers in [0, 1), the same ones for the same seed
 */
export function seededRandom(seed: number = TEST_SEED): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @returns a function that returns integers from 0 up to, but not including, its argument */
export function seededIntegers(seed: number = TEST_SEED): (below: number) => number {
  const random = seededRandom(seed);
  return (below) => Math.floor(random() * below);
}
