import { type Kysely, sql } from 'kysely';

/** Replaced tokens of an app that are still valid. */
export async function addRetiredTokens(database: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`alter table parlance.apps add column retired_tokens json not null default '[]'`)
    .execute(database);
}
