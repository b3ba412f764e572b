import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { databaseError } from '../database/database-error.ts';
import type { Schema } from '../database/schema.ts';
import type { FillStep, IndexStep, SchemaStep } from './schema-step.ts';

/** Our tables have their own schema, so that a database can be shared. */
export const SCHEMA_NAME = 'parlance';

export interface StepRun {
  readonly kysely: Kysely<Schema>;
  /** Whether other processes may use the database at the same time. */
  readonly isShared: boolean;
  readonly onRows: (rows: number) => void;
}

const LOCK_NOT_AVAILABLE = '55P03';
/** A lock that is not acquired in this time is requested again later, since other requests wait behind it. */
const LOCK_WAIT_MS = 900;
const LOCK_RETRY_MS = 1000;
const LONGEST_LOCK_WAIT_MS = 15 * 60_000;
/** The number of rows that a fill locks at a time, for tens of milliseconds. */
const BATCH_ROWS = 2000;

/**
 * Runs a step and records it as applied. If the process is killed meanwhile, the step runs again: a change is atomic, an index is rebuilt,
 * a fill begins again and skips the rows that are done.
 */
export async function runStep(name: string, step: SchemaStep, run: StepRun): Promise<void> {
  if ('up' in step) {
    await shortTransaction(run.kysely, async (transaction) => {
      await step.up(transaction);
      await note(transaction, name, step.contracts?.step);
    });
    return;
  }
  if ('index' in step) await makeIndex(step, run);
  else await fill(step, run);
  await shortTransaction(run.kysely, (transaction) => note(transaction, name));
}

/** A transaction that never blocks others while it waits for a lock: it gives up, and is tried again. */
export async function shortTransaction<Result>(
  kysely: Kysely<Schema>,
  work: (transaction: Kysely<unknown>) => Promise<Result>,
): Promise<Result> {
  const startedMs = performance.now();
  for (;;) {
    try {
      return await kysely.transaction().execute(async (transaction) => {
        await sql.raw(`set local lock_timeout = ${LOCK_WAIT_MS}`).execute(transaction);
        return work(transaction as unknown as Kysely<unknown>);
      });
    } catch (cause) {
      const isLocked = databaseError(cause).details.reason === LOCK_NOT_AVAILABLE;
      if (!isLocked || performance.now() - startedMs > LONGEST_LOCK_WAIT_MS) throw cause;
    }
    await delay(LOCK_RETRY_MS);
  }
}

/** @param needs the step that a version must know to work with the database after this one; empty: none */
async function note(transaction: Kysely<unknown>, name: string, needs = ''): Promise<void> {
  await sql`insert into parlance.kysely_migration (name, timestamp, needs)
    values (${name}, ${new Date().toISOString()}, ${needs})`.execute(transaction);
}

/** An interrupted build leaves an invalid index, which is dropped first. */
async function makeIndex({ index }: IndexStep, { kysely, isShared }: StepRun): Promise<void> {
  const concurrently = isShared ? 'concurrently' : '';
  const { rows } = await sql<{ isWhole: boolean }>`
    select indisvalid as "isWhole" from pg_index
    where indexrelid = to_regclass(${`${SCHEMA_NAME}.${index.name}`})`.execute(kysely);
  if (rows[0]?.isWhole === true) return;
  const run = (text: string) => sql.raw(text).execute(kysely);
  if (rows.length > 0) await run(`drop index ${concurrently} ${SCHEMA_NAME}.${index.name}`);
  await run(`create index ${concurrently} ${index.name} on ${SCHEMA_NAME}.${index.table} ${index.on}`);
}

async function fill({ fill: wanted }: FillStep, { kysely, onRows }: StepRun): Promise<void> {
  const { key, set, where } = wanted;
  const table = `${SCHEMA_NAME}.${wanted.table}`;
  let after: string | null = null;
  let done = 0;
  for (;;) {
    const last: { readonly key: string | null; readonly rows: number } = await shortTransaction(
      kysely,
      async (transaction) => {
        // A batch that is lost in a crash is repeated.
        await sql`set local synchronous_commit = off`.execute(transaction);
        const from = after === null ? '' : `where ${key} > '${after.replaceAll("'", "''")}'`;
        const { rows } = await sql
          .raw<{ key: string | null; rows: number }>(`
            with page as (select ${key} as page_key from ${table} ${from} order by ${key} limit ${BATCH_ROWS}),
            changed as (
              update ${table} set ${set} from page where ${key} = page_key and (${where}) returning 1
            )
            select (select max(page_key)::text from page) as key, (select count(*)::int from changed) as rows`)
          .execute(transaction);
        return rows[0] ?? { key: null, rows: 0 };
      },
    );
    if (last.key === null) return;
    after = last.key;
    done += last.rows;
    onRows(done);
  }
}
