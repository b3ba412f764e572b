import { setTimeout as delay } from 'node:timers/promises';
import { SpeechError } from '@parlance/core/errors';
import { type Kysely, sql } from 'kysely';
import { databaseError } from '../database/database-error.ts';
import type { Schema } from '../database/schema.ts';
import { MIGRATIONS } from './migrations.ts';
import { runStep, shortTransaction } from './run-step.ts';
import type { SchemaStep } from './schema-step.ts';

/** Progress of a migration step: reported at its begin, and repeatedly if it takes long. */
export interface MigrationStep {
  readonly name: string;
  /** Counted from 1. */
  readonly number: number;
  /** The total number of steps, including applied ones. */
  readonly count: number;
  /** Milliseconds since its begin; 0 at the begin. */
  readonly elapsedMs: number;
  /** Rows changed so far, for a step that changes many. */
  readonly rows: number;
}

export interface MigrateOptions {
  /** Whether other processes may use the database at the same time. */
  readonly isShared: boolean;
  /** Not called for a new database, whose steps are of no interest. */
  readonly onStep?: ((step: MigrationStep) => void) | undefined;
  /** Default: all of this version. */
  readonly steps?: Readonly<Record<string, SchemaStep>>;
}

/** Kysely's own lock, with which earlier versions exclude each other. */
const LOCK_ID = '3853314791062309107';
/** The interval, in milliseconds, of checks whether another process has finished the migration. */
const LOCK_RETRY_MS = 500;
const TOLD_EVERY_MS = 10_000;

/**
 * Migrates the tables step by step, while other processes use them. If several processes start at once, one migrates, and the others wait.
 *
 * @throws SpeechError `STORAGE_FAILED`, `STORAGE_FULL`
 */
export async function migrate(kysely: Kysely<Schema>, options: MigrateOptions): Promise<void> {
  try {
    if (options.isShared) await alone(kysely, () => goSteps(kysely, options));
    else await goSteps(kysely, options);
  } catch (cause) {
    throw databaseError(cause);
  }
}

/**
 * Holds the lock in a separate transaction that does nothing else: it has no snapshot that delays an index, and with a pooler in transaction
 * mode it keeps its connection.
 */
async function alone(kysely: Kysely<Schema>, work: () => Promise<void>): Promise<void> {
  await kysely.transaction().execute(async (keeper) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(keeper);
    for (;;) {
      const tried = sql<{
        isHad: boolean;
      }>`select pg_try_advisory_xact_lock(${sql.lit(LOCK_ID)}::bigint) as "isHad"`;
      const { rows } = await tried.execute(keeper);
      if (rows[0]?.isHad === true) break;
      await delay(LOCK_RETRY_MS);
    }
    await work();
  });
}

async function goSteps(
  kysely: Kysely<Schema>,
  { isShared, onStep, steps = MIGRATIONS }: MigrateOptions,
): Promise<void> {
  const gone = await shortTransaction(kysely, prepare);
  const state = stateOf(gone, steps);
  if (state === 'newer') throw newerDatabase();
  const names = new Set(gone.map(({ name }) => name));
  let number = 0;
  for (const [name, step] of Object.entries(steps)) {
    number += 1;
    if (names.has(name)) continue;
    const tell = state === 'missing' ? undefined : onStep;
    const told = tellWhileItRuns({ name, number, count: Object.keys(steps).length }, tell);
    try {
      await runStep(name, step, { kysely, isShared, onRows: told.onRows });
    } finally {
      told.end();
    }
  }
}

function tellWhileItRuns(
  step: Pick<MigrationStep, 'name' | 'number' | 'count'>,
  onStep: MigrateOptions['onStep'],
) {
  const startedMs = performance.now();
  let rows = 0;
  onStep?.({ ...step, elapsedMs: 0, rows });
  const timer = setInterval(
    () => onStep?.({ ...step, elapsedMs: Math.round(performance.now() - startedMs), rows }),
    TOLD_EVERY_MS,
  );
  return {
    onRows(changed: number) {
      rows = changed;
    },
    end: () => clearInterval(timer),
  };
}

/** Creates the table of applied steps, with the name that Kysely gives it, and reads it. */
async function prepare(database: Kysely<unknown>): Promise<readonly GoneStep[]> {
  await sql`create schema if not exists parlance`.execute(database);
  await sql`create table if not exists parlance.kysely_migration (
    name varchar(255) primary key, timestamp varchar(255) not null)`.execute(database);
  // Checked first, since the change itself waits for all readers.
  if (!(await hasNeeds(database)))
    await sql`alter table parlance.kysely_migration add column if not exists needs text`.execute(database);
  return readGone(database);
}

interface GoneStep {
  readonly name: string;
  /** The step that a version must know to work with the database after this one; empty: none. `null`: the version recorded nothing. */
  readonly needs: string | null;
}

async function hasNeeds(database: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_attribute
    where attrelid = to_regclass('parlance.kysely_migration') and attname = 'needs' and not attisdropped`.execute(
    database,
  );
  return rows.length > 0;
}

async function readGone(database: Kysely<unknown>): Promise<readonly GoneStep[]> {
  const { rows } = await sql<GoneStep>`
    select name, to_jsonb(gone) ->> 'needs' as needs from parlance.kysely_migration as gone`.execute(
    database,
  );
  return rows;
}

/**
 * Creates the tables as they were after this step, in a database without tables.
 *
 * @throws SpeechError `STORAGE_FAILED` also for a step that this version does not know
 */
export async function migrateTo(kysely: Kysely<Schema>, last: string): Promise<void> {
  if (!(last in MIGRATIONS)) throw newerDatabase();
  const all = Object.entries(MIGRATIONS);
  const steps = all.slice(0, all.findIndex(([name]) => name === last) + 1);
  await migrate(kysely, { isShared: false, steps: Object.fromEntries(steps) });
}

/**
 * The state of the tables in relation to this version. `ahead`: a newer version added to them, and this one can still use them. `newer`: it also
 * removed what this version needs.
 */
export type MigrationState = 'missing' | 'older' | 'current' | 'ahead' | 'newer';

const UNDEFINED_TABLE = '42P01';

export async function findMigrationState(kysely: Kysely<Schema>): Promise<MigrationState> {
  const gone = await readGone(kysely as unknown as Kysely<unknown>).catch((cause: unknown) => {
    if (databaseError(cause).details.reason === UNDEFINED_TABLE) return [];
    throw cause;
  });
  return stateOf(gone, MIGRATIONS);
}

function stateOf(gone: readonly GoneStep[], steps: Readonly<Record<string, SchemaStep>>): MigrationState {
  if (gone.length === 0) return 'missing';
  const known = gone.filter(({ name }) => name in steps);
  const isWhole = known.length === Object.keys(steps).length;
  if (known.length === gone.length) return isWhole ? 'current' : 'older';
  const unknown = gone.filter(({ name }) => !(name in steps));
  // If known steps are missing while there are unknown ones, the database belongs to another line of versions.
  const isBearable =
    isWhole && unknown.every(({ needs }) => needs === '' || (needs !== null && needs in steps));
  return isBearable ? 'ahead' : 'newer';
}

export function newerDatabase(): SpeechError {
  return new SpeechError(
    'STORAGE_FAILED',
    'The database was created by a newer version of Parlance; run that version, or restore an earlier backup.',
    { reason: 'NEWER_DATABASE' },
  );
}
