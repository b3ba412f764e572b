import { SpeechError } from '@parlance/core/errors';
import type { Sample } from './sample.ts';
import { type Spread, spreadOf } from './statistics.ts';

/** One measurement, as it was taken. */
export interface Measurement extends Sample {
  readonly round: number;
  readonly caseName: string;
  readonly variant: string;
}

/** All measurements of a run, to be asked for their spread. */
export interface Summary {
  readonly cases: readonly string[];
  readonly variants: readonly string[];
  /** Peak memory of each variant's process tree, in MiB; absent where the system does not tell. */
  readonly peakMemoryMib: Readonly<Record<string, Spread>>;
  readonly measurements: readonly Measurement[];
  /** @returns undefined when the variant was not measured in this case */
  find(caseName: string, variant: string, metric: string): Spread | undefined;
  /**
   * Relates the metric of one variant to that of another, measurement by measurement in the order in which they took turns: a machine
   * whose speed changes from one minute to the next changes both.
   *
   * @returns undefined when one of them was not measured in this case
   */
  turnByTurn(
    caseName: string,
    variants: readonly [string, string],
    metric: string,
    relate: (value: number, other: number) => number,
  ): Spread | undefined;
  /** @throws SpeechError `INTERNAL` when there is no such measurement */
  of(caseName: string, variant: string, metric: string): Spread;
}

export function summarize(
  { cases }: { readonly cases: readonly string[] },
  variants: readonly string[],
  measurements: readonly Measurement[],
  peaksMib: Readonly<Record<string, readonly number[]>>,
): Summary {
  const valuesOf = (caseName: string, variant: string, metric: string): readonly number[] =>
    measurements
      .filter((one) => one.caseName === caseName && one.variant === variant)
      .map(({ values }) => values[metric])
      .filter((value) => value !== undefined);
  const find: Summary['find'] = (caseName, variant, metric) => {
    const values = valuesOf(caseName, variant, metric);
    return values.length === 0 ? undefined : spreadOf(values);
  };
  return {
    cases,
    variants,
    measurements,
    peakMemoryMib: Object.fromEntries(
      Object.entries(peaksMib).flatMap(([name, peaks]) => (peaks.length ? [[name, spreadOf(peaks)]] : [])),
    ),
    find,
    turnByTurn(caseName, [variant, toVariant], metric, relate) {
      const others = valuesOf(caseName, toVariant, metric);
      const related = valuesOf(caseName, variant, metric).flatMap((value, turn) => {
        const other = others[turn];
        return other === undefined ? [] : [relate(value, other)];
      });
      return related.length === 0 ? undefined : spreadOf(related);
    },
    of(caseName, variant, metric) {
      const found = find(caseName, variant, metric);
      if (found !== undefined) return found;
      throw new SpeechError('INTERNAL', `${variant} has no ${metric} for "${caseName}".`);
    },
  };
}
