/**
 * `npm run store:database`: keeps under fixtures/databases what the database of this state of the sources looks like, for the tests that
 * upgrade it: to be run before a step is added. `-- COMMIT` keeps the state of an earlier commit, by its own code. `--folder` keeps the
 * files of the embedded database too (1.4 MB), which is worth it when PGlite has changed. What is kept already stays as it is.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { postgresPrograms, startPostgresServer } from '../../packages/storage-sql/test/postgres-server.ts';
import { checkOutSources, removeSources } from './earlier-sources.ts';

const ROOT = join(import.meta.dirname, '../..');
const KEPT = join(ROOT, 'fixtures/databases');
const {
  positionals: [commit],
  values,
} = parseArgs({ allowPositionals: true, options: { folder: { type: 'boolean', default: false } } });

const scratch = mkdtempSync(join(tmpdir(), 'parlance-states-'));
const sources = commit === undefined ? ROOT : join(scratch, 'sources');
try {
  if (commit !== undefined) checkOutSources(commit, sources);
  await store(sources);
} finally {
  if (commit !== undefined) removeSources(sources);
  rmSync(scratch, { recursive: true, force: true });
}

async function store(sources: string): Promise<void> {
  const module = ['packages/storage-sql/src/index.ts', 'packages/storage/src/index.ts']
    .map((path) => join(sources, path))
    .find((path) => existsSync(path) && readFileSync(path, 'utf8').includes('openDatabase'));
  if (module === undefined) throw new Error('These sources have no database.');
  const server = await startPostgresServer();
  try {
    const records = join(scratch, 'records.json');
    writeRecords(module, server.url, records);
    const step = lastStep(server.url);
    const base = join(KEPT, step);
    keep(`${base}.records.json.gz`, () => gzipSync(readFileSync(records), { level: 9 }));
    keep(`${base}.sql.gz`, () => gzipSync(dump(server.url), { level: 9 }));
    const code = await bundle(module);
    keep(`${base}.storage.mjs.gz`, () => gzipSync(code, { level: 9 }));
    if (!values.folder) return;
    const folder = join(scratch, 'data');
    mkdirSync(folder);
    writeRecords(module, folder, join(scratch, 'embedded.json'));
    keep(`${base}.folder.tar.zst`, () => pack(folder));
  } finally {
    await server.remove();
  }
}

function writeRecords(module: string, place: string, file: string): void {
  execFileSync(
    process.execPath,
    [
      '--conditions=@parlance/source',
      join(import.meta.dirname, 'write-records.ts'),
      pathToFileURL(module).href,
      place,
      file,
    ],
    { stdio: 'inherit' },
  );
}

function lastStep(url: string): string {
  const ask = 'select max(name) from parlance.kysely_migration';
  return execFileSync(programOf('psql'), ['--no-align', '--tuples-only', '--command', ask, url])
    .toString()
    .trim();
}

function programOf(name: string): string {
  if (postgresPrograms === undefined) throw new Error('PostgreSQL is not installed');
  return join(postgresPrograms, name);
}

/** Statements that any PostgreSQL runs, the embedded one too: no copy from a stream, and nothing for psql. */
function dump(url: string): string {
  const options = [
    '--inserts',
    '--rows-per-insert=100',
    '--no-owner',
    '--no-privileges',
    '--schema=parlance',
    '--schema=pgboss',
  ];
  const text = execFileSync(programOf('pg_dump'), [...options, url], {
    maxBuffer: 64 * 1024 * 1024,
  }).toString();
  return text
    .replaceAll(/^(--.*|\\.*|SET .*;|SELECT pg_catalog\.set_config.*;)\n/gm, '')
    .replaceAll(/\n{2,}/g, '\n');
}

/** The code that works on a database of this state, for a process beside newer ones. */
async function bundle(module: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [module],
    bundle: true,
    minify: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    conditions: ['@parlance/source'],
    external: [
      'kysely',
      'kysely/*',
      'pg',
      'pg-boss',
      '@electric-sql/*',
      'lru-cache',
      'proper-lockfile',
      '@aws-sdk/*',
      '@smithy/*',
      'zod',
    ],
  });
  return outputFiles[0]?.text ?? '';
}

function pack(folder: string): Buffer {
  const tar = execFileSync(
    'tar',
    ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '-C', folder, '-c', 'database'],
    { maxBuffer: 512 * 1024 * 1024 },
  );
  return zstdCompressSync(tar, {
    params: {
      [constants.ZSTD_c_compressionLevel]: 19,
      [constants.ZSTD_c_enableLongDistanceMatching]: 1,
      [constants.ZSTD_c_windowLog]: 27,
    },
  });
}

function keep(file: string, content: () => Buffer): void {
  if (existsSync(file)) return;
  writeFileSync(file, content());
  process.stdout.write(`${file}\n`);
}
