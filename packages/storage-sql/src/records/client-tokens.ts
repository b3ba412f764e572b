import type { ClientTokenTable } from '@parlance/core/accounts';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';

export function createClientTokenTable(kysely: Kysely<Schema>): ClientTokenTable {
  return {
    async use({ clientTokenId, maxUses, expiresAt }) {
      // One statement, which locks the row: two processes never count the same use.
      const used = await kysely
        .insertInto('client_tokens')
        .values({ client_token_id: clientTokenId, uses: 1, expires_at: expiresAt })
        .onConflict((conflict) =>
          conflict
            .column('client_token_id')
            .doUpdateSet({ uses: sql`client_tokens.uses + 1` })
            .where('client_tokens.uses', '<', maxUses),
        )
        .returning('client_tokens.uses')
        .executeTakeFirst();
      return used !== undefined;
    },
    async removeExpired(nowIso) {
      await kysely.deleteFrom('client_tokens').where('expires_at', '<', new Date(nowIso)).execute();
    },
  };
}
