import { type Kysely, sql } from 'kysely';

/**
 * The markup of a synthesis's text, and whether word timings are requested. Null, as in all earlier rows, means plain
 * text and no timings. There is no default, so no rows are rewritten.
 */
export async function addSynthesisOptions(database: Kysely<unknown>): Promise<void> {
  await sql`alter table parlance.syntheses add column text_type text, add column timings text`.execute(
    database,
  );
}
