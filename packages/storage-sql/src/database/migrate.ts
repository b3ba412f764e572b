import { setTimeout as delay } from 'node:timers/promises';
import { SpeechError } from '@parlance/core/errors';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { databaseError } from './database-error.ts';
import { MIGRATIONS } from './migrations.ts';
import type { Schema } from './schema.ts';

/** Tables of ours are in a schema of their own, so that a database may be shared. */
export const SCHEMA_NAME = 'parlance';

/** A step that begins on a database that had tables before. Steps are one transaction: one that fails, or a process that is killed, leaves the tables as they were. */
export interface MigrationStep {
  readonly name: string;
  /** From 1. */
  readonly number: number;
  /** How many steps there are in all, including those already applied. */
  readonly count: number;
}

const LOCK_NOT_AVAILABLE = '55P03';
/** Between two tries to get a lock on a table that is in use, or of another process that brings the tables up to date. */
const LOCK_RETRY_MS = 1000;
const LONGEST_LOCK_WAIT_MS = 15 * 60_000;

/**
 * Brings the tables up to date. Of several processes at once one does it, and the others wait.
 *
 * @throws SpeechError `STORAGE_FAILED`, `STORAGE_FULL`
 */
export async function migrate(
  kysely: Kysely<Schema>,
  onStep: (step: MigrationStep) => void = () => undefined,
): Promise<void> {
  const startedMs = performance.now();
  for (;;) {
    const failure = await toLatest(kysely, onStep).then(
      () => undefined,
      (cause: unknown) => databaseError(cause),
    );
    if (failure === undefined) return;
    const isLocked = failure.details.reason === LOCK_NOT_AVAILABLE;
    if (!isLocked || performance.now() - startedMs > LONGEST_LOCK_WAIT_MS)
      throw (await findMigrationState(kysely).catch(() => undefined)) === 'newer' ? newerDatabase() : failure;
    await delay(LOCK_RETRY_MS);
  }
}

async function toLatest(kysely: Kysely<Schema>, onStep: (step: MigrationStep) => void): Promise<void> {
  // Of a new database nobody needs to know in what steps it came about.
  const isNew = (await findMigrationState(kysely)) === 'missing';
  const migrator = new Migrator({
    db: kysely,
    provider: { getMigrations: async () => (isNew ? { ...MIGRATIONS } : told(onStep)) },
    migrationTableSchema: SCHEMA_NAME,
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

/**
 * Makes the tables as they were after this step, in a database that has none.
 *
 * @throws SpeechError `STORAGE_FAILED` also for a step that this version does not know
 */
export async function migrateTo(kysely: Kysely<Schema>, step: string): Promise<void> {
  if (!(step in MIGRATIONS)) throw newerDatabase();
  const migrator = new Migrator({
    db: kysely,
    provider: { getMigrations: async () => ({ ...MIGRATIONS }) },
    migrationTableSchema: SCHEMA_NAME,
  });
  const { error } = await migrator.migrateTo(step);
  if (error !== undefined) throw databaseError(error);
}

function told(onStep: (step: MigrationStep) => void): Record<string, Migration> {
  const steps = Object.entries(MIGRATIONS);
  return Object.fromEntries(
    steps.map(([name, migration], index) => [
      name,
      {
        async up(db) {
          onStep({ name, number: index + 1, count: steps.length });
          await migration.up(db);
        },
      } satisfies Migration,
    ]),
  );
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
