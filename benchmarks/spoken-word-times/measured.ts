import type { Variant } from '../runner/contract.ts';
import { spreadOf } from '../runner/statistics.ts';
import { type AnnotatedRecording, readSuite, SUITE_NAMES, type SuiteName } from './recordings.ts';
import type { TimeError } from './word-errors.ts';

export const ALL = 'all';

interface Subject {
  readonly timesOf: (recording: AnnotatedRecording) => Promise<readonly TimeError[]>;
  readonly close: () => Promise<void>;
}

/** A variant that measures the recordings of a suite, or those of all. */
export function measured(open: () => Promise<Subject>): Variant {
  return {
    async open() {
      const { timesOf, close } = await open();
      return {
        async measure(name) {
          const suites = name === ALL ? SUITE_NAMES : [name as SuiteName];
          const errors: TimeError[] = [];
          for (const suite of suites)
            for (const recording of await readSuite(suite)) errors.push(...(await timesOf(recording)));
          const starts = spreadOf(errors.map(({ startMs }) => startMs));
          const ends = spreadOf(errors.map(({ endMs }) => endMs));
          const values = {
            startMedianMs: starts.median,
            startP95Ms: starts.p95,
            endMedianMs: ends.median,
            endP95Ms: ends.p95,
            words: errors.length,
          };
          return [{ values }];
        },
        close,
      };
    },
  };
}
