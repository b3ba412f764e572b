import { type Kysely, sql } from 'kysely';

/** What the recognizer heard in most of the speech. Null, as for every transcript before: it did not say. There is no default, so no row is written. */
export async function addTranscriptLanguage(database: Kysely<unknown>): Promise<void> {
  await sql`alter table parlance.transcriptions add column language text`.execute(database);
}
