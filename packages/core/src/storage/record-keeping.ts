import type { Clock } from '../platform/clock.ts';
import type { RandomSource } from '../platform/random-source.ts';
import type { RecordStore } from './record-store.ts';

/** Where use cases store records, and the clock for the times in them. */
export interface DatedRecords {
  readonly records: RecordStore;
  readonly clock: Clock;
}

/** The same for use cases that create records, which need ids. */
export interface RecordKeeping extends DatedRecords {
  readonly random: RandomSource;
}
