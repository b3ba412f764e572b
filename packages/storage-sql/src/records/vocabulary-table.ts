import type { VocabularyTable } from '@parlance/core/storage';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';

export function createVocabularyTable(kysely: Kysely<Schema>): VocabularyTable {
  return {
    async get(appId) {
      const row = await kysely
        .selectFrom('vocabularies')
        .selectAll()
        .where('app_id', '=', appId)
        .executeTakeFirst();
      return row && { appId, terms: row.terms, changedAt: row.changed_at.toISOString() };
    },
    async put({ appId, terms, changedAt }) {
      const values = { terms: JSON.stringify(terms), changed_at: changedAt };
      await kysely
        .insertInto('vocabularies')
        .values({ app_id: appId, ...values })
        .onConflict((conflict) => conflict.column('app_id').doUpdateSet(values))
        .execute();
    },
  };
}
