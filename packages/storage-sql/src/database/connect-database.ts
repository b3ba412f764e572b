import { join } from 'node:path';
import { Kysely } from 'kysely';
import { createPGliteDialect } from './pglite/pglite-dialect.ts';
import { connectPGlite } from './pglite/pglite-host.ts';
import { createTurns } from './pglite/pglite-turns.ts';
import { openPostgres, type PostgresOptions } from './postgres-dialect.ts';
import type { Schema } from './schema.ts';

/** `folder`: the data folder, which this process owns (see `openDataFolder`). `url`: `postgres://…`. */
export type DatabasePlace = { readonly folder: string } | { readonly url: string };

/** The folder of the embedded database in the data folder. */
export const FOLDER_NAME = 'database';

/**
 * Connects without changing the tables. A missing embedded database is created, without tables.
 *
 * @throws SpeechError `INVALID_CONFIG`
 */
export function connectDatabase(place: DatabasePlace, use: PostgresOptions['use'] = 'looks'): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect:
      'folder' in place
        ? createPGliteDialect(
            // As on a server: the consumer of a backup may be slow, and the database is not in use otherwise.
            createTurns(() => connectPGlite(join(place.folder, FOLDER_NAME)), { mayIdle: use === 'backups' }),
          )
        : openPostgres(place.url, { use }).dialect,
  });
}
