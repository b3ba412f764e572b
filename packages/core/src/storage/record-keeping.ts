import type { Clock } from '../platform/clock.ts';
import type { RandomSource } from '../platform/random-source.ts';
import type { RecordStore } from './record-store.ts';

/** Where use cases keep records, and the time that they write in them. */
export interface DatedRecords {
  readonly records: RecordStore;
  readonly clock: Clock;
}

/** The same for those that write new records, with ids. */
export interface RecordKeeping extends DatedRecords {
  readonly random: RandomSource;
}
