/**
 * The seed of all that is random in a run of tests, so that each run tries something else and any can be repeated: the environment's
 * `PARLANCE_TEST_SEED`, which the repository's own runs print at their start. Without it 1.
 */
export const TEST_SEED: number = Number(process.env.PARLANCE_TEST_SEED ?? 1);

/**
 * A small generator with a seed (mulberry32).
 *
 * @returns numbers in [0, 1), the same ones for the same seed
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

/** @returns whole numbers from 0 to below the limit of each call */
export function seededIntegers(seed: number = TEST_SEED): (below: number) => number {
  const random = seededRandom(seed);
  return (below) => Math.floor(random() * below);
}
