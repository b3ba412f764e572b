import type { SecretTable } from '@parlance/core/storage';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';

export function createSecretTable(kysely: Kysely<Schema>): SecretTable {
  const find = async (name: string): Promise<unknown> => {
    const secrets = kysely.selectFrom('shared_secrets').select('secret');
    return (await secrets.where('name', '=', name).executeTakeFirst())?.secret;
  };
  return {
    get: find,
    async claim(name, secret) {
      // An update without effect locks an existing row and returns it in the same statement.
      const kept = await kysely
        .insertInto('shared_secrets')
        .values({ name, secret: JSON.stringify(secret) })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ name }))
        .returning('secret')
        .executeTakeFirstOrThrow();
      return kept.secret;
    },
    async put(name, secret) {
      const text = JSON.stringify(secret);
      await kysely
        .insertInto('shared_secrets')
        .values({ name, secret: text })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ secret: text }))
        .execute();
    },
  };
}
