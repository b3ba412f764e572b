import type { RejectedCalls, RejectionTable } from '@parlance/core/storage';
import { compare, type Rows } from './table.ts';

export function createMemoryRejections(rows: Rows<RejectedCalls>): RejectionTable {
  return {
    async add(rejected) {
      const next = new Map(rows.get());
      for (const calls of rejected) {
        const key = JSON.stringify([calls.at, calls.status, calls.code]);
        next.set(key, { ...calls, count: calls.count + (next.get(key)?.count ?? 0) });
      }
      rows.set(next);
    },
    async sum({ from, to }) {
      const sums = new Map<string, Omit<RejectedCalls, 'at'>>();
      for (const { at, status, code, count } of rows.get().values()) {
        if ((from !== undefined && at < from) || (to !== undefined && at >= to)) continue;
        const key = `${status} ${code}`;
        sums.set(key, { status, code, count: count + (sums.get(key)?.count ?? 0) });
      }
      return [...sums.values()].sort(
        (one, other) => other.count - one.count || one.status - other.status || compare(one.code, other.code),
      );
    },
    async removeBefore(time) {
      rows.set(new Map([...rows.get()].filter(([, { at }]) => at >= time)));
    },
  };
}
