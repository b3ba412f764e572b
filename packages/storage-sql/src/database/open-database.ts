import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { storageError } from '@parlance/storage/kit';
import { CompiledQuery, Kysely } from 'kysely';
import { copyDatabase } from '../backup/copy-database.ts';
import { type MigrationStep, migrate } from '../migration/migrate.ts';
import { LAST_STEP } from '../migration/migrations.ts';
import { SCHEMA_NAME } from '../migration/run-step.ts';
import { type DatabasePlace, FOLDER_NAME } from './connect-database.ts';
import type { Database, SqlExecutor } from './database.ts';
import { databaseError } from './database-error.ts';
import { createPGliteDialect } from './pglite/pglite-dialect.ts';
import { connectPGlite } from './pglite/pglite-host.ts';
import { createTurns } from './pglite/pglite-turns.ts';
import { findPreparedDatabase } from './pglite/prepared-database.ts';
import { isPooled, openPostgres } from './postgres-dialect.ts';
import type { Schema } from './schema.ts';

export type OpenDatabaseOptions = DatabasePlace & {
  /** Maximum number of connections to a PostgreSQL server. Default: 10. */
  readonly connections?: number | undefined;
  /** Called for each migration step. */
  readonly onMigration?: ((step: MigrationStep) => void) | undefined;
  /** Never optimizes the code of the embedded database, which would take some 400 MB for seconds: then long lists take three times as long. */
  readonly savesMemory?: boolean | undefined;
};

/**
 * Opens the database and migrates its tables. With `folder` it is PGlite, in a thread of this process.
 *
 * @throws SpeechError `STORAGE_FAILED`, `STORAGE_FULL`, `STORAGE_NOT_WRITABLE`, `INVALID_CONFIG`
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  return 'folder' in options ? openEmbedded(options.folder, options) : openServer(options.url, options);
}

type Options = Omit<OpenDatabaseOptions, keyof DatabasePlace>;

async function openEmbedded(folder: string, { onMigration, savesMemory }: Options): Promise<Database> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (cause) {
    throw storageError(cause);
  }
  let isMigrating = true;
  const turns = createTurns(() =>
    connectPGlite(join(folder, FOLDER_NAME), {
      isPatient: () => isMigrating,
      savesMemory,
      prepared: findPreparedDatabase(LAST_STEP),
    }),
  );
  const kysely = new Kysely<Schema>({ dialect: createPGliteDialect(turns) });
  try {
    await migrate(kysely, { isShared: false, onStep: onMigration });
  } catch (cause) {
    await kysely.destroy().catch(() => undefined);
    throw databaseError(cause);
  }
  isMigrating = false;
  return {
    ...opened('pglite', kysely, executorOf(kysely)),
    copyFiles: (signal) => copyDatabase(turns, folder, signal),
  };
}

async function openServer(url: string, { onMigration, connections }: Options): Promise<Database> {
  const migrating = new Kysely<Schema>({ dialect: openPostgres(url, { use: 'migrations' }).dialect });
  try {
    await migrate(migrating, { isShared: true, onStep: onMigration });
    const { dialect, executeSql, ...pool } = openPostgres(url, {
      connections,
      isPooled: await isPooled(url),
    });
    return { ...opened('postgres', new Kysely<Schema>({ dialect }), { executeSql }), ...pool };
  } catch (cause) {
    throw databaseError(cause);
  } finally {
    await migrating.destroy().catch(() => undefined);
  }
}

function opened(backend: Database['backend'], kysely: Kysely<Schema>, { executeSql }: SqlExecutor): Database {
  let closing: Promise<void> | undefined;
  return {
    backend,
    kysely: kysely.withSchema(SCHEMA_NAME),
    executeSql,
    transaction: (work) =>
      kysely
        .transaction()
        .execute((transaction) =>
          work({ kysely: transaction.withSchema(SCHEMA_NAME), ...executorOf(transaction) }),
        ),
    close() {
      closing ??= kysely.destroy();
      return closing;
    },
  };
}

function executorOf(kysely: Kysely<Schema>): SqlExecutor {
  return {
    async executeSql(text, values = []) {
      const { rows } = await kysely.executeQuery(CompiledQuery.raw(text, values));
      return { rows };
    },
  };
}
