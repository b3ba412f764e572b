import { type Kysely, sql } from 'kysely';

/** Of an app the tokens that were replaced and may still be used. */
export async function addRetiredTokens(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`alter table parlance.apps add column retired_tokens json not null default '[]'`)
    .execute(database);
}
