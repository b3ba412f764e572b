import { type Kysely, sql } from 'kysely';

/** The terms of each app, and those of a waiting synthesis. */
export async function addVocabularies(database: Kysely<unknown>): Promise<void> {
  await sql`create table parlance.vocabularies (
    app_id text collate "C" primary key,
    terms json not null,
    changed_at timestamptz not null
  )`.execute(database);
  await sql`alter table parlance.syntheses add column vocabulary json`.execute(database);
}
