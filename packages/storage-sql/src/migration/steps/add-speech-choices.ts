import { type Kysely, sql } from 'kysely';

/** Choices of operators at run time: installed models, defaults, owners of voices. */
export async function addSpeechChoices(database: Kysely<unknown>): Promise<void> {
  await sql.raw(CHOICES).execute(database);
}

const CHOICES = `create table parlance.speech_choices (
  name text collate "C" primary key,
  revision integer not null,
  choices json not null
)`;
