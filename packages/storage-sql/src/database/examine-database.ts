import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SpeechError } from '@parlance/core/errors';
import { type Kysely, sql } from 'kysely';
import { findMigrationState, type MigrationState, newerDatabase } from '../migration/migrate.ts';
import { SCHEMA_NAME } from '../migration/run-step.ts';
import { JOB_SCHEMA } from '../queue/job-statements.ts';
import { connectDatabase, type DatabasePlace, FOLDER_NAME } from './connect-database.ts';
import { databaseError } from './database-error.ts';
import type { Schema } from './schema.ts';

/** The result of an examination. */
export interface DatabaseExamination {
  /** PostgreSQL's version, such as `18.1`. */
  readonly version: string;
  /** The state of the tables, which the next start creates, migrates or leaves unchanged. */
  readonly tables: MigrationState;
  /** The time of one round trip. */
  readonly latencyMs: number;
}

const OLDEST_VERSION = 15;

/**
 * Checks whether a database can be opened, without changing it. With `folder`, the folder must belong to this process.
 *
 * @returns `undefined` if there is no embedded database yet: the first start creates it
 * @throws SpeechError like `openDatabase`, and `STORAGE_FAILED` if its version is too old or the user may not create tables
 */
export async function examineDatabase(options: DatabasePlace): Promise<DatabaseExamination | undefined> {
  if ('folder' in options && !existsSync(join(options.folder, FOLDER_NAME))) return undefined;
  const kysely = connectDatabase(options);
  try {
    return await examine(kysely);
  } catch (cause) {
    throw databaseError(cause);
  } finally {
    await kysely.destroy().catch(() => undefined);
  }
}

async function examine(kysely: Kysely<Schema>): Promise<DatabaseExamination> {
  const version = await versionOf(kysely);
  if (Number.parseInt(version, 10) < OLDEST_VERSION) {
    throw new SpeechError(
      'STORAGE_FAILED',
      `The database is PostgreSQL ${version}; version ${OLDEST_VERSION} or later is needed.`,
      { reason: 'OLD_DATABASE' },
    );
  }
  await requireRights(kysely);
  const tables = await findMigrationState(kysely);
  if (tables === 'newer') throw newerDatabase();
  const startedMs = performance.now();
  await sql`select 1`.execute(kysely);
  return { version, tables, latencyMs: performance.now() - startedMs };
}

async function versionOf(kysely: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select split_part(current_setting('server_version'), ' ', 1) as version`.execute(kysely);
  return rows[0]?.version ?? '';
}

/** Missing schemas need the right to create schemas, existing ones the right to create tables in them. */
async function requireRights(kysely: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ isAllowed: boolean }>`
    select bool_and(case
      when nspname is null then has_database_privilege(current_database(), 'CREATE')
      else has_schema_privilege(nspname, 'USAGE') and has_schema_privilege(nspname, 'CREATE')
    end) as "isAllowed"
    from unnest(array[${SCHEMA_NAME}::name, ${JOB_SCHEMA}::name]) as ours (name)
    left join pg_namespace on nspname = ours.name`.execute(kysely);
  if (rows[0]?.isAllowed) return;
  throw new SpeechError(
    'STORAGE_FAILED',
    `The user of DATABASE_URL may not create tables. Run: grant create on database <name> to <user>. If the schemas ${SCHEMA_NAME} and ${JOB_SCHEMA} belong to another user, grant usage and create on them too.`,
    { reason: 'NO_RIGHT' },
  );
}
