/** Median and spread of some measurements. */
export interface Spread {
  readonly count: number;
  readonly median: number;
  /** Nearest rank; the greatest one while there are fewer than 20. */
  readonly p95: number;
  /** Nearest rank; the greatest one while there are fewer than 100. */
  readonly p99: number;
  readonly min: number;
  readonly max: number;
  readonly sum: number;
}

/** @param values at least one */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((left, right) => left - right);
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  return {
    count: sorted.length,
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    p95: at(Math.ceil(sorted.length * 0.95) - 1),
    p99: at(Math.ceil(sorted.length * 0.99) - 1),
    min: at(0),
    max: at(sorted.length - 1),
    sum: sorted.reduce((total, value) => total + value, 0),
  };
}
