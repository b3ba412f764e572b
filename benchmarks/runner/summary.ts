import { SpeechError } from '@parlance/core';
import type { Benchmark, Sample } from './contract.ts';
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
  /** @throws SpeechError `INTERNAL` when there is no such measurement */
  of(caseName: string, variant: string, metric: string): Spread;
}

export function summarize(
  benchmark: Pick<Benchmark, 'cases'>,
  variants: readonly string[],
  measurements: readonly Measurement[],
  peaksMib: Readonly<Record<string, readonly number[]>>,
): Summary {
  const find: Summary['find'] = (caseName, variant, metric) => {
    const values = measurements
      .filter((one) => one.caseName === caseName && one.variant === variant)
      .map(({ values }) => values[metric])
      .filter((value) => value !== undefined);
    return values.length === 0 ? undefined : spreadOf(values);
  };
  return {
    cases: benchmark.cases,
    variants,
    measurements,
    peakMemoryMib: Object.fromEntries(
      Object.entries(peaksMib).flatMap(([name, peaks]) => (peaks.length ? [[name, spreadOf(peaks)]] : [])),
    ),
    find,
    of(caseName, variant, metric) {
      const found = find(caseName, variant, metric);
      if (found !== undefined) return found;
      throw new SpeechError('INTERNAL', `${variant} has no ${metric} for "${caseName}".`);
    },
  };
}
