import { existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SpeechError } from '@parlance/core/errors';
import { makePrivateFolder, PARTIAL_SUFFIX, storageError, syncFolder } from '@parlance/storage/kit';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import { connectDatabase, type DatabasePlace, FOLDER_NAME } from '../database/connect-database.ts';
import { databaseError } from '../database/database-error.ts';
import type { Schema } from '../database/schema.ts';
import { findMigrationState, migrateTo } from '../migration/migrate.ts';
import { SCHEMA_NAME } from '../migration/run-step.ts';
import { JOB_SCHEMA } from '../queue/job-statements.ts';
import type { DatabaseDump, TablePage } from './dump-database.ts';
import { columnsOf, EXACT_TEXT, quoted } from './tables.ts';

export interface LoadDatabaseOptions extends Pick<DatabaseDump, 'migration' | 'pages'> {
  /** Whether to replace an existing database. */
  readonly isForced: boolean;
}

/**
 * Restores a database from a dump of {@link openDatabaseDump}, with the tables as they were then: the next `openDatabase` migrates
 * them. No other process may have it open; an embedded database must belong to this process.
 *
 * @returns the number of rows of each table
 * @throws SpeechError `STORAGE_FAILED` also if there is a database already and `isForced` is false, `STORAGE_FULL`, `INVALID_CONFIG`
 */
export async function loadDatabase(
  place: DatabasePlace,
  options: LoadDatabaseOptions,
): Promise<Readonly<Record<string, number>>> {
  return 'folder' in place ? loadEmbedded(place.folder, options) : loadServer(place.url, options);
}

/** Restores to a temporary folder, which is renamed when it is complete. */
async function loadEmbedded(
  folder: string,
  options: LoadDatabaseOptions,
): Promise<Readonly<Record<string, number>>> {
  const target = join(folder, FOLDER_NAME);
  const isThere = existsSync(target) && (await readdir(target)).length > 0;
  if (isThere && !options.isForced) throw alreadyThere('the data folder');
  const partial = join(folder, `restored${PARTIAL_SUFFIX}`);
  try {
    await rm(partial, { recursive: true, force: true });
    await makePrivateFolder(partial);
    const rows = await load(connectDatabase({ folder: partial }), options);
    await rm(target, { recursive: true, force: true });
    await rename(join(partial, FOLDER_NAME), target);
    await syncFolder(folder);
    return rows;
  } catch (cause) {
    throw storageError(cause);
  } finally {
    await rm(partial, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function loadServer(
  url: string,
  options: LoadDatabaseOptions,
): Promise<Readonly<Record<string, number>>> {
  const kysely = connectDatabase({ url }, 'migrations');
  try {
    await requireNobodyElse(kysely);
    if ((await findMigrationState(kysely)) !== 'missing') {
      if (!options.isForced) throw alreadyThere('DATABASE_URL');
      await sql.raw(`drop schema if exists ${JOB_SCHEMA} cascade`).execute(kysely);
      await sql.raw(`drop schema ${SCHEMA_NAME} cascade`).execute(kysely);
    }
  } catch (cause) {
    await kysely.destroy().catch(() => undefined);
    throw databaseError(cause);
  }
  return load(kysely, options);
}

async function requireNobodyElse(kysely: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = current_setting('application_name')
      and pid <> pg_backend_pid()`.execute(kysely);
  if (rows[0]?.count === 0) return;
  throw new SpeechError(
    'STORAGE_FAILED',
    'Another process of Parlance uses the database of DATABASE_URL; stop all of them before you restore it.',
    { reason: 'IN_USE' },
  );
}

function alreadyThere(place: string): SpeechError {
  return new SpeechError(
    'STORAGE_FAILED',
    `There is already a database in ${place}; choose an empty place, or use --force to replace it.`,
    { reason: 'NOT_EMPTY' },
  );
}

async function load(
  kysely: Kysely<Schema>,
  { migration, pages }: LoadDatabaseOptions,
): Promise<Readonly<Record<string, number>>> {
  try {
    await migrateTo(kysely, migration);
    return await kysely.transaction().execute(async (transaction) => {
      const ask = (text: string, values: readonly unknown[] = []) =>
        transaction.executeQuery<{ count: number }>(CompiledQuery.raw(text, [...values]));
      for (const statement of EXACT_TEXT) await ask(statement);
      const tables = new Map<string, LoadedTable>();
      for await (const page of pages) {
        const table = tables.get(page.table) ?? (await prepareTable(transaction, page));
        tables.set(page.table, table);
        if (page.rows.length > 0)
          await ask(
            table.insert,
            page.columns.map((_name, index) => page.rows.map((row) => row[index] ?? null)),
          );
      }
      const counts: Record<string, number> = {};
      for (const [name, { finish }] of tables) {
        for (const statement of finish) await ask(statement);
        const { rows } = await ask(`select count(*)::int as count from ${SCHEMA_NAME}.${quoted(name)}`);
        counts[name] = rows[0]?.count ?? 0;
      }
      return counts;
    });
  } catch (cause) {
    throw databaseError(cause);
  } finally {
    await kysely.destroy().catch(() => undefined);
  }
}

interface LoadedTable {
  /** `$1` and so on are the values of each column, as an array of text. */
  readonly insert: string;
  /** Statements to run after all rows have been inserted. */
  readonly finish: readonly string[];
}

/** The tables include the sums, so the triggers that update these are off meanwhile: otherwise everything would be counted twice. */
async function prepareTable(transaction: Kysely<Schema>, page: TablePage): Promise<LoadedTable> {
  const name = `${SCHEMA_NAME}.${quoted(page.table)}`;
  const known = await columnsOf(transaction, page.table);
  const columns = page.columns.map((wanted) => known.find((column) => column.name === wanted));
  if (columns.includes(undefined)) {
    throw new SpeechError('STORAGE_FAILED', `The backup does not fit the table ${page.table}.`, {
      reason: 'OTHER_TABLES',
    });
  }
  await transaction.executeQuery(CompiledQuery.raw(`alter table ${name} disable trigger user`));
  const arrays = columns.map((_column, index) => `$${index + 1}::text[]`).join(', ');
  const names = columns.map((_column, index) => `c${index}`).join(', ');
  const values = columns.map((column, index) => `c${index}::${column?.type}`).join(', ');
  return {
    insert: `insert into ${name} (${page.columns.map(quoted).join(', ')}) overriding system value
      select ${values} from unnest(${arrays}) as given (${names})`,
    finish: [
      `alter table ${name} enable trigger user`,
      ...known
        .filter(({ isIdentity }) => isIdentity)
        .map(
          (column) =>
            `select setval(pg_get_serial_sequence('${name}', '${column.name}'), max(${quoted(column.name)}))
             from ${name} having count(*) > 0`,
        ),
    ],
  };
}
