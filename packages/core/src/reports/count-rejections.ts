import type { Clock } from '../platform/clock.ts';
import type { RejectedCalls, RejectionTable } from '../storage/admin-records.ts';

/** Counts refused calls in memory and stores the counts from time to time, so that a flood of refusals costs the database nothing. */
export interface RejectionCounter {
  count(status: number, code: string): void;
  /** Stores what has been counted. */
  flush(): Promise<void>;
}

const HOUR_MS = 3_600_000;
/** A killed process loses at most the counts of this period. */
const FLUSH_AFTER_MS = 15_000;

export function createRejectionCounter(
  table: Pick<RejectionTable, 'add'>,
  clock: Pick<Clock, 'now' | 'after'>,
  onError: (error: unknown) => void,
): RejectionCounter {
  let counted = new Map<string, RejectedCalls>();
  let cancelFlush: (() => void) | undefined;
  const add = ({ at, status, code, count }: RejectedCalls): void => {
    const key = JSON.stringify([at, status, code]);
    counted.set(key, { at, status, code, count: count + (counted.get(key)?.count ?? 0) });
  };
  const plan = (): void => {
    cancelFlush ??= clock.after(FLUSH_AFTER_MS, () => void flush());
  };
  const flush = async (): Promise<void> => {
    cancelFlush?.();
    cancelFlush = undefined;
    const rejected = [...counted.values()];
    counted = new Map();
    try {
      await table.add(rejected);
    } catch (error) {
      for (const calls of rejected) add(calls);
      plan();
      onError(error);
    }
  };
  return {
    count(status, code) {
      const at = new Date(Math.floor(clock.now() / HOUR_MS) * HOUR_MS).toISOString();
      add({ at, status, code, count: 1 });
      plan();
    },
    flush,
  };
}
