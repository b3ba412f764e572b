import { type Kysely, sql } from 'kysely';

/** What the text of a synthesis is marked up in. Null, as for every request before: plain text. Adds no default, so no row is written. */
export async function addTextType(database: Kysely<unknown>): Promise<void> {
  await sql`alter table parlance.syntheses add column text_type text`.execute(database);
}
