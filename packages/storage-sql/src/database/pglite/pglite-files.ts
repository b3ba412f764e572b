import { closeSync, createReadStream, existsSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { unpackTar } from 'modern-tar/fs';

const PRIVATE_FOLDER_MODE = 0o700;
const PRIVATE_FILE_MODE = 0o600;
const NEW_SUFFIX = '.new';
const SYNCS_AT_ONCE = 4;
/** Without one of these PostgreSQL would not start, and PGlite would create a new database over the remaining files. */
const INDISPENSABLE = ['PG_VERSION', 'base', 'global/pg_control', 'pg_wal', 'pg_xact'];

/**
 * PGlite starts with `-F`, so it never syncs; even with syncing on, its file system has no `fsync` and
 * its libc has an empty `fdatasync`. All three are fixed here, or a power failure could lose committed rows. The default of 128 MB of
 * shared buffers is more than one connection needs, and memory that was used is never released.
 */
const START_PARAMETERS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['wal_sync_method=fsync', 'shared_buffers=16MB', 'min_wal_size=32MB', 'max_wal_size=64MB'].flatMap(
    (setting) => ['-c', setting],
  ),
];

/** The part of Emscripten's file system that is patched, which PGlite's types do not describe. */
interface NodeFileSystem {
  readonly stream_ops: { fsync?: (stream: OpenFile) => number };
  realPath(node: unknown): string;
}

interface OpenFile {
  /** The file's descriptor; absent for a folder. */
  readonly nfd?: number;
  readonly node: unknown;
}

class SyncedFiles extends NodeFS {
  override async init(...[pglite, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pglite, options);
    const withSync = (module: { readonly NODEFS: unknown }): void => {
      const files = module.NODEFS as NodeFileSystem;
      files.stream_ops.fsync = ({ nfd, node }) => {
        if (nfd === undefined) syncPath(files.realPath(node));
        else fsyncSync(nfd);
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), withSync] } };
  }
}

/** The database lacks files, or they cannot be read. It must not be replaced. */
export class DamagedDatabase extends Error {
  readonly code = 'DAMAGED_DATABASE';
}

/**
 * Opens the database in the folder, or creates one. A new one is created in a temporary folder and renamed when all of
 * it has been synced: whenever the process is killed, the next start finds a complete database or begins again.
 *
 * @param prepared archive of a new database; `undefined`: PostgreSQL creates one without our tables
 * @throws DamagedDatabase for a folder that contains anything but a complete database
 */
export async function openFiles(folder: string, prepared: string | undefined): Promise<PGlite> {
  if (!existsSync(folder) || readdirSync(folder).length === 0) {
    const unfinished = folder + NEW_SUFFIX;
    await rm(unfinished, { recursive: true, force: true });
    await mkdir(unfinished, { recursive: true, mode: PRIVATE_FOLDER_MODE });
    if (prepared === undefined) await (await start(unfinished)).close();
    else await unpack(prepared, unfinished);
    await syncFolder(unfinished);
    await rename(unfinished, folder);
    syncPath(dirname(folder));
  }
  const missing = INDISPENSABLE.filter((name) => !existsSync(join(folder, name)));
  if (missing.length > 0) throw new DamagedDatabase(`missing: ${missing.join(', ')}`);
  return start(folder);
}

/** Unpacks the archive as a stream, so that it is never in memory as a whole. */
async function unpack(archive: string, folder: string): Promise<void> {
  await pipeline(
    createReadStream(archive),
    createBrotliDecompress({ chunkSize: 256 * 1024 }),
    unpackTar(folder, { fmode: PRIVATE_FILE_MODE, dmode: PRIVATE_FOLDER_MODE }),
  );
}

function start(folder: string): Promise<PGlite> {
  return PGlite.create({
    fs: new SyncedFiles(folder),
    startParams: START_PARAMETERS,
    // Its own log would print values of rows on the terminal; the callers report errors.
    onStdout: () => true,
    onStderr: () => true,
  });
}

function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Syncing a thousand files one after another takes seconds, so several are synced at a time. */
async function syncFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = [folder, ...entries.map((entry) => join(entry.parentPath, entry.name))].values();
  const syncNext = async (): Promise<void> => {
    for (const path of paths) {
      const file = await open(path, 'r');
      await file.sync().finally(() => file.close());
    }
  };
  await Promise.all(Array.from({ length: SYNCS_AT_ONCE }, syncNext));
}
