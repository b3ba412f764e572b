import { type Kysely, sql } from 'kysely';

/** The language that the recognizer detected in most of the speech. Null, as in all earlier rows: unknown. There is no default, so no rows are rewritten. */
export async function addTranscriptLanguage(database: Kysely<unknown>): Promise<void> {
  await sql`alter table parlance.transcriptions add column language text`.execute(database);
}
