import { setTimeout as delay } from 'node:timers/promises';
import { SpeechError } from '@parlance/core/errors';
import { type Kysely, sql } from 'kysely';
import { databaseError } from '../database/database-error.ts';
import type { Schema } from '../database/schema.ts';
import { MIGRATIONS } from './migrations.ts';
import { runStep, shortTransaction } from './run-step.ts';
import type { SchemaStep } from './schema-step.ts';

/** Of a step that brings the tables up to date: told when it begins, and while it takes long. */
export interface MigrationStep {
  readonly name: string;
  /** From 1. */
  readonly number: number;
  /** How many steps there are in all, including those already applied. */
  readonly count: number;
  /** Since its begin, in milliseconds; 0 at the begin. */
  readonly elapsedMs: number;
  /** Rows changed so far, of a step that changes many. */
  readonly rows: number;
}

export interface MigrateOptions {
  /** Whether other processes may use the database at the same time. */
  readonly isShared: boolean;
  /** Not told of a new database: nobody needs to know in what steps it came about. */
  readonly onStep?: ((step: MigrationStep) => void) | undefined;
  /** Default: all of this version. */
  readonly steps?: Readonly<Record<string, SchemaStep>>;
}

/** That of Kysely, by which versions before this one exclude each other. */
const LOCK_ID = '3853314791062309107';
/** Between two looks whether another process is done with bringing the tables up to date. */
const LOCK_RETRY_MS = 500;
const TOLD_EVERY_MS = 10_000;

/**
 * Brings the tables up to date, step by step, while others work. Of several processes at once one does it, and the others wait.
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
 * Holds the lock in a transaction of its own that does nothing else: no snapshot of it delays an index, and a pooler in transaction
 * mode leaves it its connection.
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

/** Makes what says which steps were gone, as Kysely names it, and reads it. */
async function prepare(database: Kysely<unknown>): Promise<readonly GoneStep[]> {
  await sql`create schema if not exists parlance`.execute(database);
  await sql`create table if not exists parlance.kysely_migration (
    name varchar(255) primary key, timestamp varchar(255) not null)`.execute(database);
  // Asked before: the change itself waits for all who read.
  if (!(await hasNeeds(database)))
    await sql`alter table parlance.kysely_migration add column if not exists needs text`.execute(database);
  return readGone(database);
}

interface GoneStep {
  readonly name: string;
  /** The step that a version has to know to work on after this one; empty: none. `null` of a version that noted nothing. */
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
 * Makes the tables as they were after this step, in a database that has none.
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
 * How the tables stand to this version. `ahead`: a newer one added to them, and this one works on. `newer`: it also took away what
 * this one needs.
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
  // Steps of ours that are missing beside foreign ones: that is another line of versions.
  const isBearable =
    isWhole && unknown.every(({ needs }) => needs === '' || (needs !== null && needs in steps));
  return isBearable ? 'ahead' : 'newer';
}

export function newerDatabase(): SpeechError {
  return new SpeechError(
    'STORAGE_FAILED',
    'The database was made by a newer version of Parlance; run that version, or restore a copy from before.',
    { reason: 'NEWER_DATABASE' },
  );
}
