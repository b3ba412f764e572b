import { type Kysely, sql } from 'kysely';

/**
 * What the text of a synthesis is marked up in, and whether the times of its words are wanted. Null, as for every request before: plain
 * text, and no. There is no default, so no row is written.
 */
export async function addSynthesisOptions(database: Kysely<unknown>): Promise<void> {
  await sql`alter table parlance.syntheses add column text_type text, add column timings text`.execute(
    database,
  );
}
