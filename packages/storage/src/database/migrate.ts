import { SpeechError } from '@parlance/core';
import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { databaseError } from './database-error.ts';
import { MIGRATIONS } from './migrations.ts';
import type { Schema } from './schema.ts';

/** Tables of ours are in a schema of their own, so that a database may be shared. */
export const SCHEMA_NAME = 'parlance';

/**
 * Brings the tables up to date. Of several processes at once one does it, and the others wait.
 *
 * @throws SpeechError `STORAGE_FAILED`, `STORAGE_FULL`
 */
export async function migrate(kysely: Kysely<Schema>): Promise<void> {
  const migrator = new Migrator({
    db: kysely,
    provider: { getMigrations: async () => ({ ...MIGRATIONS }) },
    migrationTableSchema: SCHEMA_NAME,
  });
  const done = (await migrator.getMigrations()).filter(({ executedAt }) => executedAt !== undefined);
  if (done.some(({ name }) => !(name in MIGRATIONS))) throw newerDatabase();
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw databaseError(error);
}

function newerDatabase(): SpeechError {
  return new SpeechError(
    'STORAGE_FAILED',
    'The database was made by a newer version of Parlance; run that version, or restore a copy from before.',
    { reason: 'NEWER_DATABASE' },
  );
}
