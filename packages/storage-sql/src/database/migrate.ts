import { SpeechError } from '@parlance/core';
import { type Kysely, sql } from 'kysely';
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
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  throw (await findMigrationState(kysely).catch(() => undefined)) === 'newer'
    ? newerDatabase()
    : databaseError(error);
}

/** How the tables stand to this version. `newer`: a step was gone that it does not know. */
export type MigrationState = 'missing' | 'older' | 'current' | 'newer';

const UNDEFINED_TABLE = '42P01';

/** Kysely goes no step when one that was gone is unknown to it, and says so in words only. */
export async function findMigrationState(kysely: Kysely<Schema>): Promise<MigrationState> {
  const steps = sql<{ name: string }>`select name from ${sql.table(`${SCHEMA_NAME}.kysely_migration`)}`;
  const { rows } = await steps.execute(kysely).catch((cause: unknown) => {
    if (databaseError(cause).details.reason === UNDEFINED_TABLE) return { rows: [] };
    throw cause;
  });
  if (rows.length === 0) return 'missing';
  if (rows.some(({ name }) => !(name in MIGRATIONS))) return 'newer';
  return rows.length < Object.keys(MIGRATIONS).length ? 'older' : 'current';
}

export function newerDatabase(): SpeechError {
  return new SpeechError(
    'STORAGE_FAILED',
    'The database was made by a newer version of Parlance; run that version, or restore a copy from before.',
    { reason: 'NEWER_DATABASE' },
  );
}
