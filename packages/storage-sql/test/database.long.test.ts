import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RecordStore } from '@parlance/core/storage';
import { deferred } from '@parlance/testkit';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { synthesis } from '../../storage/test/sample-records.ts';
import { temporaryFolder } from '../../storage/test/temporary-folder.ts';
import { IDLE_TRANSACTION_LIMIT_MS } from '../src/database/database.ts';
import { createDatabaseRecordStore, type Database, openDatabase } from '../src/index.ts';
import { type PostgresServer, postgresPrograms, startPostgresServer } from './postgres-server.ts';

const noJobs = { add: async () => undefined, committed: () => undefined };
const recordsOf = (database: Database): RecordStore => createDatabaseRecordStore(database, noJobs);

/** A folder with an empty database, which tests copy, since creating one takes seconds. It was created over the remains of a killed start. */
let empty: string;
beforeAll(async () => {
  empty = await mkdtemp(join(tmpdir(), 'parlance-empty-'));
  await mkdir(join(empty, 'database.new'));
  await writeFile(join(empty, 'database.new', 'PG_VERSION'), '18');
  await (await openDatabase({ folder: empty })).close();
});
afterAll(() => rm(empty, { recursive: true, force: true }));

async function openEmbedded(folder: string): Promise<Database> {
  await cp(empty, folder, { recursive: true });
  const database = await openDatabase({ folder });
  onTestFinished(() => database.close());
  return database;
}

describe('PGlite in the data folder', { timeout: 120_000 }, () => {
  it('keeps records across a restart, starts over the remains of a killed start, and syncs each commit', async () => {
    const folder = await temporaryFolder();
    await cp(empty, folder, { recursive: true });
    const before = await openDatabase({ folder });
    await recordsOf(before).syntheses.insert(synthesis('r1'));
    await before.close();
    await before.close();
    await expect(recordsOf(before).check()).rejects.toMatchObject({ code: 'STORAGE_FAILED' });

    const after = await openDatabase({ folder });
    onTestFinished(() => after.close());
    expect(await recordsOf(after).syntheses.get('r1')).toEqual(synthesis('r1'));
    // PGlite turns these off by default; then a power failure could lose committed data.
    const { rows } = await after.executeSql(
      `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'wal_sync_method') order by name`,
    );
    expect(rows.map(({ setting }) => setting)).toEqual(['on', 'on', 'fsync']);
  });

  it.each(['PG_VERSION', 'global/pg_control', 'pg_wal'])(
    'refuses a folder that lacks %s, and changes nothing in it',
    async (lost) => {
      const folder = await temporaryFolder();
      await cp(empty, folder, { recursive: true });
      await rm(join(folder, 'database', lost), { recursive: true });
      const before = await readdir(folder, { recursive: true });
      await expect(openDatabase({ folder })).rejects.toMatchObject({
        code: 'STORAGE_FAILED',
        message: expect.stringContaining('Restore it from a backup'),
        details: { reason: 'DAMAGED_DATABASE' },
      });
      expect(await readdir(folder, { recursive: true })).toEqual(before);
    },
  );

  it('reports unreadable files as damaged', async () => {
    const folder = await temporaryFolder();
    await cp(empty, folder, { recursive: true });
    await writeFile(join(folder, 'database', 'global/pg_control'), randomBytes(8192));
    await expect(openDatabase({ folder })).rejects.toMatchObject({ details: { reason: 'DAMAGED_DATABASE' } });
  });

  it('runs in another thread: the event loop continues while a query runs', async () => {
    const database = await openEmbedded(await temporaryFolder());
    let isRunning = true;
    const query = database
      .executeSql('select count(*) from generate_series(1, 1000000)')
      .finally(() => (isRunning = false));
    let rounds = 0;
    while (isRunning) {
      await nextTurn();
      rounds++;
    }
    await query;
    expect(rounds).toBeGreaterThan(100);
  });

  it('rolls back a transaction without statements, so that waiting callers continue', async () => {
    const database = await openEmbedded(await temporaryFolder());
    const records = recordsOf(database);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const written = deferred();
    const hang = deferred();
    const hung = records.transact(async (inside) => {
      await inside.syntheses.insert(synthesis('r1'));
      written.resolve();
      await hang.promise;
      await inside.syntheses.insert(synthesis('r2'));
    });
    await written.promise;
    const waiting = records.syntheses.insert(synthesis('r3'));
    vi.advanceTimersByTime(IDLE_TRANSACTION_LIMIT_MS);
    await waiting;
    hang.resolve();
    await expect(hung).rejects.toMatchObject({
      code: 'STORAGE_FAILED',
      details: { reason: 'IDLE_TRANSACTION' },
    });
    expect((await records.syntheses.list({ limit: 9 })).map(({ requestId }) => requestId)).toEqual(['r3']);
  });

  it('keeps nothing of a transaction whose failed statement was ignored', async () => {
    const database = await openEmbedded(await temporaryFolder());
    const records = recordsOf(database);
    const failed = records.transact(async (inside) => {
      await inside.syntheses.insert(synthesis('r1'));
      await inside.syntheses.insert(synthesis('r1')).catch(() => undefined);
    });
    await expect(failed).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
    expect(await records.syntheses.get('r1')).toBeUndefined();
  });

  it('reports a full disk, loses no committed data, and continues once there is space', async ({ skip }) => {
    const disk = await temporaryFolder();
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', disk], { stdio: 'ignore' });
    } catch {
      skip('mounting a small disk needs root');
    }
    onTestFinished(() => void execFileSync('umount', ['-l', disk]));
    const database = await openEmbedded(disk);
    const records = recordsOf(database);
    const ballast = join(disk, 'ballast');
    const free = execFileSync('df', ['--output=avail', '-B1', disk]).toString().split('\n')[1];
    await writeFile(ballast, Buffer.alloc(Number(free) - 2_000_000));
    const kept: string[] = [];
    const fill = async (): Promise<void> => {
      for (let round = 0; round < 500; round++) {
        await records.syntheses.insert(
          synthesis(`r${round}`, { text: randomBytes(50_000).toString('base64') }),
        );
        kept.push(`r${round}`);
      }
    };
    await expect(fill()).rejects.toMatchObject({ code: 'STORAGE_FULL' });
    execFileSync('rm', [ballast]);
    await vi.waitUntil(
      () =>
        records.check().then(
          () => true,
          () => false,
        ),
      { timeout: 90_000, interval: 200 },
    );
    await records.syntheses.insert(synthesis('after'));
    for (const id of [...kept, 'after']) expect((await records.syntheses.get(id))?.requestId).toBe(id);
  });

  it('keeps its log and tables from growing with changed and removed rows', async () => {
    const database = await openEmbedded(await temporaryFolder());
    await database.executeSql('create table public.churn (id integer primary key, payload text)');
    const sizes: number[] = [];
    for (let round = 0; round < 6; round++) {
      await database.executeSql(
        `insert into public.churn select id, repeat(md5(id::text), 60) from generate_series(1, 6000) as id`,
      );
      await database.executeSql('delete from public.churn');
      for (let turn = 0; turn < 200; turn++) await database.executeSql('select 1');
      const { rows } = await database.executeSql(
        `select pg_relation_size('public.churn')::float8 as table_bytes, (select sum(size) from pg_ls_waldir())::float8 as log_bytes`,
      );

      sizes.push(rows[0].table_bytes);
      expect(rows[0].log_bytes).toBeLessThan(128 * 1024 * 1024);
    }
    expect(Math.max(...sizes)).toBeLessThan(2 * (sizes[0] || 16_000_000));
  });
});

describe('an address', () => {
  it.each(['', 'mysql://a:secret@b/c', 'postgres://a:secret@b:port/c'])(
    '%j is refused as invalid, without being quoted',
    async (url) => {
      const refused = await openDatabase({ url }).catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: 'INVALID_CONFIG' });
      expect((refused as Error).message).not.toContain('secret');
    },
  );

  it('without a server is reported without its password', async () => {
    const refused = await openDatabase({ url: 'postgres://user:secret@127.0.0.1:9/name' }).catch(
      (error: unknown) => error,
    );
    expect(refused).toMatchObject({ code: 'STORAGE_FAILED', details: { reason: 'ECONNREFUSED' } });
    expect(
      JSON.stringify(refused) + (refused as Error).stack + String((refused as Error).cause),
    ).not.toContain('secret');
  });
});

describe.skipIf(postgresPrograms === undefined)('PostgreSQL by its address', { timeout: 120_000 }, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgresServer();
  });
  afterAll(() => server.remove());

  it('is migrated once by four processes that start together', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => openDatabase({ url: server.url })));
    const [one] = all;
    await recordsOf(one as Database).syntheses.insert(synthesis('shared'));
    for (const database of all) {
      expect(await recordsOf(database).syntheses.get('shared')).toEqual(synthesis('shared'));
      await database.close();
    }
  });

  it('is migrated without a time limit, and does not block others while it waits for a table in use', async () => {
    const other = await startPostgresServer();
    onTestFinished(() => other.remove());
    const connect = async (): Promise<pg.Client> => {
      const client = new pg.Client({ connectionString: other.url });
      await client.connect();
      onTestFinished(() => client.end());
      return client;
    };
    const holder = await connect();
    const watcher = await connect();
    const first = await openDatabase({ url: other.url });
    await first.executeSql(
      `delete from parlance.kysely_migration where name = '2026-11-24-synthesis-options'`,
    );
    await first.executeSql('alter table parlance.syntheses drop column text_type, drop column timings');
    await first.close();
    // Holds a lock that the next step needs, for longer than it waits at a time.
    await holder.query('begin; lock table parlance.kysely_migration in access exclusive mode');
    const steps: string[] = [];
    const opening = openDatabase({ url: other.url, onMigration: ({ name }) => steps.push(name) });
    const isWaiting = async (): Promise<boolean> => {
      const found = await watcher.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock'`);
      return found.rows.length > 0;
    };
    await vi.waitUntil(isWaiting, { timeout: 90_000 });
    await vi.waitUntil(async () => !(await isWaiting()), { timeout: 90_000 });
    await holder.query('commit');
    const second = await opening;
    onTestFinished(() => second.close());
    expect(steps).toEqual(['2026-11-24-synthesis-options']);
    const { rows } = await second.executeSql('show statement_timeout');
    expect(rows).toEqual([{ statement_timeout: '1min' }]);
  });

  it('is reported while it does not answer, and used again when it is back, without a restart of the service', async () => {
    const database = await openDatabase({ url: server.url });
    onTestFinished(() => database.close());
    const records = recordsOf(database);
    await records.syntheses.insert(synthesis('before'));
    const written = deferred();
    const goOn = deferred();
    const cut = records.transact(async (inside) => {
      await inside.syntheses.insert(synthesis('cut'));
      written.resolve();
      await goOn.promise;
      await inside.syntheses.update('cut', { doneCharacters: 1 });
    });
    await written.promise;
    await server.kill();
    goOn.resolve();
    await expect(cut).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
    await expect(records.check()).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
    await expect(records.syntheses.insert(synthesis('lost'))).rejects.toMatchObject({
      code: 'STORAGE_FAILED',
    });
    await server.start();
    await vi.waitUntil(
      () =>
        records.check().then(
          () => true,
          () => false,
        ),
      { timeout: 90_000, interval: 100 },
    );
    expect(await records.syntheses.get('before')).toEqual(synthesis('before'));
    expect(await records.syntheses.get('cut')).toBeUndefined();
  });

  it('repeats a transaction that conflicted with another one', async () => {
    const database = await openDatabase({ url: server.url });
    onTestFinished(() => database.close());
    const records = recordsOf(database);
    for (const id of ['x', 'y']) await records.syntheses.insert(synthesis(id));
    const both = [deferred(), deferred()];
    let runs = 0;
    const cross = (mine: number, [first, second]: readonly [string, string]) =>
      records.transact(async (inside) => {
        runs++;
        await inside.syntheses.getForUpdate(first);
        both[mine]?.resolve();
        await both[1 - mine]?.promise;
        const record = await inside.syntheses.getForUpdate(second);
        await inside.syntheses.update(second, { doneCharacters: (record?.doneCharacters ?? 0) + 1 });
      });
    // A deadlock: PostgreSQL ends one of the two transactions after a second.
    await Promise.all([cross(0, ['x', 'y']), cross(1, ['y', 'x'])]);
    expect(runs).toBe(3);
    expect((await records.syntheses.get('x'))?.doneCharacters).toBe(1);
    expect((await records.syntheses.get('y'))?.doneCharacters).toBe(1);
  });

  it('is not changed if a newer version created it', async () => {
    const database = await openDatabase({ url: server.url });
    await database.executeSql(
      `insert into parlance.kysely_migration values ('2999-01-01-future', '2999-01-01')`,
    );
    await database.close();
    await expect(openDatabase({ url: server.url })).rejects.toMatchObject({
      details: { reason: 'NEWER_DATABASE' },
    });
  });
});
