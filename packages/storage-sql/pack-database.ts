import { createWriteStream } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress } from 'node:zlib';
import { systemClock } from '@parlance/core/platform';
import { packTar } from 'modern-tar/fs';
import { connectDatabase, FOLDER_NAME } from './src/database/connect-database.ts';
import { openDatabase } from './src/database/open-database.ts';
import { preparedDatabaseName } from './src/database/pglite/prepared-database.ts';
import { LAST_STEP } from './src/migration/migrations.ts';
import { openJobQueue } from './src/queue/open-job-queue.ts';

/** PostgreSQL's template databases are needed only to create more databases, which we never do. They have two thirds of all files, each of which has to be synced. */
const DROP_TEMPLATES = [
  'update pg_database set datistemplate = false',
  'drop database template0',
  'drop database template1',
];
/** The write-ahead log of the creation would be half of the archive; after a checkpoint nothing needs it. */
const BEGIN_LOG = ['select pg_switch_wal()', 'checkpoint'];
const LOG_FOLDER = 'pg_wal';
const LOG_FILE = /^[0-9A-F]{24}$/;
/** Brotli's level 11 would save one percent and take ten times as long. */
const QUALITY = 9;

/**
 * Creates an archive of a new database with all of our tables and those of the queue.
 *
 * @returns the name of the archive in the folder; only a complete archive has this name
 */
export async function packDatabase(folder: string): Promise<string> {
  const scratch = await mkdtemp(join(tmpdir(), 'parlance-prepared-'));
  const partial = join(folder, `${basename(scratch)}.partial`);
  const name = preparedDatabaseName(LAST_STEP);
  try {
    const logFile = await makeDatabase(scratch);
    await pack(join(scratch, FOLDER_NAME), logFile, partial);
    await rename(partial, join(folder, name));
    return name;
  } finally {
    await rm(scratch, { recursive: true, force: true });
    await rm(partial, { force: true });
  }
}

/** @returns the name of the log file that the database needs */
async function makeDatabase(folder: string): Promise<string> {
  // Create the files here, since `openDatabase` would unpack an earlier archive.
  const files = connectDatabase({ folder });
  await files.introspection.getSchemas();
  await files.destroy();
  const database = await openDatabase({ folder });
  try {
    const queue = await openJobQueue(database, { clock: systemClock });
    await queue.close(0);
    for (const statement of [...DROP_TEMPLATES, ...BEGIN_LOG]) await database.executeSql(statement);
    const { rows } = await database.executeSql('select pg_walfile_name(pg_current_wal_lsn()) as name');
    return (rows[0] as { readonly name: string }).name;
  } finally {
    await database.close();
  }
}

async function pack(database: string, logFile: string, archive: string): Promise<void> {
  const isNeeded = (path: string): boolean =>
    basename(dirname(path)) !== LOG_FOLDER || !LOG_FILE.test(basename(path)) || basename(path) === logFile;
  await pipeline(
    packTar(database, {
      filter: isNeeded,
      // No trace of the user who built it.
      map: (header) => ({ ...header, uid: 0, gid: 0, uname: '', gname: '' }),
    }),
    createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
    createWriteStream(archive),
  );
}
