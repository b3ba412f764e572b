import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SpeechError } from '@parlance/core/errors';
import { CompiledQuery, type ControlledTransaction, type Kysely, sql } from 'kysely';
import { connectDatabase, type DatabasePlace, FOLDER_NAME } from '../database/connect-database.ts';
import { databaseError } from '../database/database-error.ts';
import type { Schema } from '../database/schema.ts';
import { findMigrationState, newerDatabase } from '../migration/migrate.ts';
import { SCHEMA_NAME } from '../migration/run-step.ts';
import { columnsOf, EXACT_TEXT, listTables, quoted } from './tables.ts';

/** Values in the order of {@link TablePage.columns}, each in PostgreSQL's text form. */
export type DumpedRow = readonly (string | null)[];

export interface TablePage {
  /** Without its schema. */
  readonly table: string;
  readonly columns: readonly string[];
  /** Empty for the first page of a table without rows. */
  readonly rows: readonly DumpedRow[];
}

export interface DatabaseDump {
  /** The last applied migration step. */
  readonly migration: string;
  /** The time of the snapshot, ISO 8601. */
  readonly takenAt: string;
  /** To be iterated once. Each table has one page or more. */
  readonly pages: AsyncIterable<TablePage>;
  /** Safe to call twice. */
  close(): Promise<void>;
}

/** A transcript of hours has some hundred kB: so many fit in memory. */
const PAGE_ROWS = 200;

/**
 * Reads a snapshot of every table of a database, while others continue to write. It does not include jobs: the records say which
 * requests are unfinished. An embedded database must belong to this process.
 *
 * @throws SpeechError `STORAGE_FAILED` also if there is no database, `INVALID_CONFIG`
 */
export async function openDatabaseDump(place: DatabasePlace): Promise<DatabaseDump> {
  if ('folder' in place && !existsSync(join(place.folder, FOLDER_NAME))) throw nothingThere();
  const kysely = connectDatabase(place, 'backups');
  let snapshot: ControlledTransaction<Schema> | undefined;
  const close = async (): Promise<void> => {
    try {
      if (snapshot?.isRolledBack === false) await snapshot.rollback().execute();
    } finally {
      // Even if the transaction is lost: the thread of an embedded database would keep the process alive.
      await kysely.destroy();
    }
  };
  try {
    const state = await findMigrationState(kysely);
    if (state === 'missing') throw nothingThere();
    if (state === 'newer') throw newerDatabase();
    snapshot = await kysely
      .startTransaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute();
    for (const statement of EXACT_TEXT) await snapshot.executeQuery(CompiledQuery.raw(statement));
    const { rows } = await sql<{ migration: string; takenAt: Date }>`
      select max(name) as migration, now() as "takenAt"
      from ${sql.table(`${SCHEMA_NAME}.kysely_migration`)}`.execute(snapshot);
    const { migration = '', takenAt = new Date(0) } = rows[0] ?? {};
    return {
      migration,
      takenAt: takenAt.toISOString(),
      pages: pagesOf(snapshot),
      close: () => close().catch(() => undefined),
    };
  } catch (cause) {
    await close().catch(() => undefined);
    throw databaseError(cause);
  }
}

async function* pagesOf(snapshot: ControlledTransaction<Schema>): AsyncGenerator<TablePage, void, undefined> {
  try {
    for (const table of await listTables(snapshot)) yield* tablePages(snapshot, table);
    // The audio of a backup may take hours: meanwhile a server could not vacuum what the snapshot still sees. If this fails, all rows have been read.
    const ended = snapshot.rollback().execute();
    await ended.catch(() => undefined);
  } catch (cause) {
    throw databaseError(cause);
  }
}

async function* tablePages(
  snapshot: Kysely<Schema>,
  table: string,
): AsyncGenerator<TablePage, void, undefined> {
  const columns = (await columnsOf(snapshot, table)).map(({ name }) => name);
  const values = columns.map((name, index) => `${quoted(name)}::text as c${index}`).join(', ');
  const ask = (text: string) => snapshot.executeQuery<Record<string, string | null>>(CompiledQuery.raw(text));
  await ask(
    `declare page_of_table no scroll cursor for select ${values} from ${SCHEMA_NAME}.${quoted(table)}`,
  );
  for (let isFirst = true; ; isFirst = false) {
    const { rows } = await ask(`fetch ${PAGE_ROWS} from page_of_table`);
    if (rows.length > 0 || isFirst)
      yield {
        table,
        columns,
        rows: rows.map((row) => columns.map((_name, index) => row[`c${index}`] ?? null)),
      };
    if (rows.length < PAGE_ROWS) break;
  }
  await ask('close page_of_table');
}

function nothingThere(): SpeechError {
  return new SpeechError(
    'STORAGE_FAILED',
    'There is no database of Parlance to back up; check PARLANCE_DATA_DIR and DATABASE_URL.',
    { reason: 'NO_DATABASE' },
  );
}
