import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@parlance/core/platform';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../storage/test/temporary-folder.ts';
import { connectDatabase } from '../src/database/connect-database.ts';
import { openFiles } from '../src/database/pglite/pglite-files.ts';
import { findPreparedDatabase } from '../src/database/pglite/prepared-database.ts';
import { type Database, openDatabase, openJobQueue } from '../src/index.ts';
import { LAST_STEP } from '../src/migration/migrations.ts';

const archive = findPreparedDatabase(LAST_STEP) ?? '';

async function openWithQueue(folder: string): Promise<Database> {
  const database = await openDatabase({ folder });
  onTestFinished(() => database.close());
  const queue = await openJobQueue(database, { clock: systemClock });
  onTestFinished(() => queue.close(0));
  return database;
}

const OURS = `('parlance', 'pgboss')`;
/** Everything in which two databases could differ, except for creation times. */
const SHAPE: Readonly<Record<string, string>> = {
  columns: `select table_schema, table_name, column_name, ordinal_position, data_type, collation_name, column_default, is_nullable, is_identity, is_generated
    from information_schema.columns where table_schema in ${OURS} order by 1, 2, 3`,
  tables: `select oid::regclass::text as name, relkind, reloptions from pg_class where relnamespace::regnamespace::text in ${OURS} order by 1`,
  indexes: `select indexdef from pg_indexes where schemaname in ${OURS} order by 1`,
  constraints: `select conrelid::regclass::text as on, conname, pg_get_constraintdef(oid) from pg_constraint where connamespace::regnamespace::text in ${OURS} order by 1, 2`,
  functions: `select pg_get_functiondef(oid) as text from pg_proc where pronamespace::regnamespace::text in ${OURS} order by 1`,
  triggers: `select pg_get_triggerdef(oid) as text from pg_trigger where tgrelid::regclass::text ~ '^(parlance|pgboss)' order by 1`,
  enums: `select enumtypid::regtype::text as type, enumlabel from pg_enum order by 1, enumsortorder`,
  steps: `select name, needs from parlance.kysely_migration order by 1`,
  queues: `select to_jsonb(queue) - '{created_on, updated_on}'::text[] as queue from pgboss.queue order by name`,
  settings: `select name, setting from pg_settings order by 1`,
  roles: `select rolname, rolpassword from pg_authid order by 1`,
};

/** pg-boss keeps its statistics in one table per day, so a database that was prepared on another day has other tables. */
const isOfOneDay = (row: unknown): boolean => /queue_stats_\d{8}/.test(JSON.stringify(row));

async function shapeOf(database: Database): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const shape: Record<string, readonly unknown[]> = {};
  for (const [name, question] of Object.entries(SHAPE))
    shape[name] = (await database.executeSql(question)).rows.filter((row) => !isOfOneDay(row));
  return shape;
}

async function rowsOf(database: Database): Promise<Readonly<Record<string, number>>> {
  const { rows: tables } = await database.executeSql(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace::regnamespace::text in ${OURS}`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables as readonly { readonly name: string }[]) {
    if (isOfOneDay(name)) continue;
    const { rows } = await database.executeSql(`select count(*)::int as count from ${name}`);
    counts[name] = (rows[0] as { readonly count: number }).count;
  }
  return counts;
}

describe('the prepared database', { timeout: 240_000 }, () => {
  it('is equal to what PostgreSQL and all steps create, and contains no user’s rows', async () => {
    const ours = await temporaryFolder();
    const made = connectDatabase({ folder: ours });
    await made.introspection.getSchemas();
    await made.destroy();
    const expected = await openWithQueue(ours);
    const prepared = await openWithQueue(await temporaryFolder());
    // Otherwise both were created in the same way.
    const databases = `select datname from pg_database order by 1`;
    expect((await prepared.executeSql(databases)).rows).toHaveLength(1);
    expect((await expected.executeSql(databases)).rows).toHaveLength(3);

    expect(await shapeOf(prepared)).toEqual(await shapeOf(expected));
    const counts = await rowsOf(prepared);
    expect(counts).toEqual(await rowsOf(expected));
    const filled = Object.keys(counts).filter((name) => counts[name] !== 0);
    expect(filled.sort()).toEqual(['parlance.kysely_migration', 'pgboss.queue', 'pgboss.version']);
  });

  it('is readable only by its owner', async () => {
    const folder = join(await temporaryFolder(), 'database');
    await (await openFiles(folder, archive)).close();
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    for (const part of ['base/5', 'global', 'pg_wal', 'pg_xact']) {
      expect((await stat(join(folder, part))).mode & 0o777).toBe(0o700);
    }
    expect((await stat(join(folder, 'global/pg_control'))).mode & 0o777).toBe(0o600);
  });

  it('exists only completely: a truncated archive leaves none', async () => {
    const parent = await temporaryFolder();
    const folder = join(parent, 'database');
    const whole = await readFile(archive);
    const cut = join(parent, 'cut.tar.br');
    for (const share of [0, 0.5, 0.99]) {
      await writeFile(cut, whole.subarray(0, Math.floor(share * whole.length)));
      await expect(openFiles(folder, cut)).rejects.toThrow();
      expect(existsSync(folder)).toBe(false);
    }
    await (await openFiles(folder, archive)).close();
    expect(await readdir(parent)).toEqual(['cut.tar.br', 'database']);
  });

  it.each(['database.new', 'database.new/global/pg_control', 'database.new/pg_wal', 'database'])(
    'is complete after a start that was killed when there was %s',
    async (path) => {
      const folder = await temporaryFolder();
      const opener = fileURLToPath(new URL('folder-opener.ts', import.meta.url));
      const child = spawn(process.execPath, ['--conditions=@parlance/source', opener, folder], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const exited = once(child, 'exit');
      while (!existsSync(join(folder, path)) && child.exitCode === null) await nextTurn();
      child.kill('SIGKILL');
      await exited;
      expect(child.signalCode).toBe('SIGKILL');
      const database = await openWithQueue(folder);
      expect((await rowsOf(database))['pgboss.queue']).toBeGreaterThan(0);
      expect(await readdir(folder)).toEqual(['database']);
    },
  );

  it('reports a full disk, and is created once there is space', async ({ skip }) => {
    const disk = await temporaryFolder();
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', disk], { stdio: 'ignore' });
    } catch {
      skip('mounting a small disk needs root');
    }
    onTestFinished(() => void execFileSync('umount', ['-l', disk]));
    const ballast = join(disk, 'ballast');
    await mkdir(join(disk, 'data'));
    await writeFile(ballast, Buffer.alloc(56 * 2 ** 20));
    const folder = join(disk, 'data');
    await expect(openDatabase({ folder })).rejects.toMatchObject({ code: 'STORAGE_FULL' });
    execFileSync('rm', [ballast]);
    await openWithQueue(folder);
  });
});
