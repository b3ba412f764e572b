import type { RejectionTable } from '@parlance/core/storage';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';

export function createRejectionTable(kysely: Kysely<Schema>): RejectionTable {
  return {
    async add(rejected) {
      if (rejected.length === 0) return;
      await kysely
        .insertInto('rejected_calls')
        .values([...rejected])
        .onConflict((conflict) =>
          conflict
            .columns(['at', 'status', 'code'])
            .doUpdateSet({ count: sql`rejected_calls.count + excluded.count` }),
        )
        .execute();
    },
    async sum({ from, to }) {
      let query = kysely
        .selectFrom('rejected_calls')
        .select(['status', 'code', ({ fn }) => fn.sum<string>('count').as('count')])
        .groupBy(['status', 'code']);
      if (from !== undefined) query = query.where('at', '>=', timeOf(from));
      if (to !== undefined) query = query.where('at', '<', timeOf(to));
      const rows = await query.orderBy('count', 'desc').orderBy('status').orderBy('code').execute();
      return rows.map(({ status, code, count }) => ({ status, code, count: Number(count) }));
    },
    async removeBefore(time) {
      await kysely.deleteFrom('rejected_calls').where('at', '<', timeOf(time)).execute();
    },
  };
}

const timeOf = (iso: string) => sql<Date>`${iso}::timestamptz`;
