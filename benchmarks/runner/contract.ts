import type { PeerEnvironment, PeerRequirement } from './peers.ts';
import type { Sample } from './sample.ts';
import type { Section } from './sections.ts';
import type { Summary } from './summary.ts';

export interface VariantContext {
  readonly peers: Readonly<Record<string, PeerEnvironment>>;
}

/** A variant that is up and warm. */
export interface OpenVariant {
  /** Root of the process tree whose memory counts. Absent: the process that runs the variant. */
  readonly subjectPid?: number;
  /**
   * Measures one case, once.
   *
   * @param caseName one of {@link Benchmark.cases}
   * @returns one sample, or several where a case has several subjects; none when the case is not for this variant
   */
  measure(caseName: string): Promise<readonly Sample[]>;
  close(): Promise<void>;
}

/** One of the things that are compared. */
export interface Variant {
  /** Brings it up and warms it, so that the first measurement is as good as the last. Runs in a process of its own. */
  open(context: VariantContext): Promise<OpenVariant>;
}

export interface Metric {
  readonly title: string;
  readonly unit: string;
  /** Digits after the point. Default 0. */
  readonly digits?: number;
}

/** A question that is answered by measuring. The default export of `benchmarks/<question>/benchmark.ts`. */
export interface Benchmark {
  /** In one sentence, ending in a question mark. */
  readonly question: string;
  /** By name; the order is that of tables and charts. */
  readonly variants: Readonly<Record<string, Variant>>;
  readonly cases: readonly string[];
  readonly metrics: Readonly<Record<string, Metric>>;
  /**
   * - `by-measurement`: all variants are up at once and take turns at each case, for what time and load disturb
   * - `by-variant`: one variant is up at a time and does all cases, for what only has to be right
   * - `at-once`: all variants work side by side, for what only has to be right and waits most of the time
   */
  readonly alternation: 'by-measurement' | 'by-variant' | 'at-once';
  /** Whether all of it is computed, so that a busy machine changes nothing. Default false. */
  readonly isSimulation?: boolean;
  /** Default 5. Fewer for what is the same every time. */
  readonly rounds?: number;
  /** Measurements of each case in a round, or of one case after the other. Default 1. */
  readonly repetitions?: number | ((caseName: string) => number);
  /** Catalogue ids of the models that take part: fetched before, and named in the result with their digests. */
  readonly models: readonly string[];
  /** npm packages whose version belongs to the result. */
  readonly packages?: readonly string[];
  /** Python programs to compare with, by name. */
  readonly peers?: Readonly<Record<string, PeerRequirement>>;
  /** @returns the tables and charts that answer the question */
  report(summary: Summary): readonly Section[];
}
