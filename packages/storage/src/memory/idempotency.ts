import type { IdempotencyTable, IdempotentAnswer } from '@parlance/core/requests';
import type { Rows } from './table.ts';

type Claim = Pick<IdempotentAnswer, 'appId' | 'path' | 'key'>;

const idOf = ({ appId, path, key }: Claim): string => JSON.stringify([appId, path, key]);

export function createMemoryIdempotency(rows: Rows<IdempotentAnswer>): IdempotencyTable {
  return {
    async claim(answer, nowIso) {
      const earlier = rows.get().get(idOf(answer));
      if (earlier !== undefined && earlier.expiresAt >= nowIso) return earlier;
      rows.set(new Map(rows.get()).set(idOf(answer), answer));
      return undefined;
    },
    async complete(claim, answer) {
      const row = rows.get().get(idOf(claim));
      if (row !== undefined) rows.set(new Map(rows.get()).set(idOf(claim), { ...row, answer }));
    },
    async forget(claim) {
      if (rows.get().get(idOf(claim))?.answer !== null) return;
      const left = new Map(rows.get());
      left.delete(idOf(claim));
      rows.set(left);
    },
    async removeExpired(nowIso) {
      rows.set(new Map([...rows.get()].filter(([, { expiresAt }]) => expiresAt >= nowIso)));
    },
  };
}
