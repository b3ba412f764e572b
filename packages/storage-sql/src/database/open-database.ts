import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { storageError } from '@parlance/storage/kit';
import { CompiledQuery, Kysely } from 'kysely';
import type { Database, SqlExecutor } from './database.ts';
import { databaseError } from './database-error.ts';
import { migrate, SCHEMA_NAME } from './migrate.ts';
import { createPGliteDialect } from './pglite-dialect.ts';
import { connectPGlite } from './pglite-host.ts';
import { createTurns } from './pglite-turns.ts';
import { openPostgres } from './postgres-dialect.ts';
import type { Schema } from './schema.ts';

/** `folder`: the data folder, which this process owns (see `openDataFolder`). `url`: `postgres://…`. */
export type OpenDatabaseOptions = { readonly folder: string } | { readonly url: string };

/** Of the embedded database, in the data folder. */
export const FOLDER_NAME = 'database';

/**
 * Opens the database and brings its tables up to date. With `folder` it is PGlite, in a thread of this process: it dies with it.
 *
 * @throws SpeechError `STORAGE_FAILED`, `STORAGE_FULL`, `STORAGE_NOT_WRITABLE`, `INVALID_CONFIG`
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  return 'folder' in options ? openEmbedded(options.folder) : openServer(options.url);
}

async function openEmbedded(folder: string): Promise<Database> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (cause) {
    throw storageError(cause);
  }
  const turns = createTurns(() => connectPGlite(join(folder, FOLDER_NAME)));
  const kysely = new Kysely<Schema>({ dialect: createPGliteDialect(turns) });
  return open('pglite', kysely, executorOf(kysely));
}

async function openServer(url: string): Promise<Database> {
  const { dialect, executeSql } = openPostgres(url);
  return open('postgres', new Kysely<Schema>({ dialect }), { executeSql });
}

async function open(
  backend: Database['backend'],
  kysely: Kysely<Schema>,
  { executeSql }: SqlExecutor,
): Promise<Database> {
  try {
    await migrate(kysely);
  } catch (cause) {
    await kysely.destroy().catch(() => undefined);
    throw databaseError(cause);
  }
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
