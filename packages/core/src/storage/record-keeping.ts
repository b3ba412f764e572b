import type { Clock } from '../platform/clock.ts';
import type { RandomSource } from '../platform/random-source.ts';
import type { RecordStore } from './record-store.ts';

/** Where use cases keep records, and the time and the ids that they write in them. */
export interface RecordKeeping {
  readonly records: RecordStore;
  readonly clock: Clock;
  readonly random: RandomSource;
}
