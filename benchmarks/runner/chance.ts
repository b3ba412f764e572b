/** Chances that are the same in every run. */
export interface Chance {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number, at least 0, below the limit. */
  below(limit: number): number;
  /** Exponentially distributed. */
  wait(meanMs: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

/** Mulberry32: small, and even enough for arrivals. */
export function createChance(seed: number): Chance {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    wait: (meanMs) => -Math.log(1 - next()) * meanMs,
    pick: <Item>(items: readonly Item[]) => items[below(items.length)] as Item,
  };
}
