import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordStore } from '@parlance/core/storage';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { app, entry, synthesis } from '../../storage/test/sample-records.ts';
import { temporaryFolder } from '../../storage/test/temporary-folder.ts';
import { IDLE_TRANSACTION_LIMIT_MS } from '../src/database/database.ts';
import {
  createDatabaseRecordStore,
  type Database,
  type DatabasePlace,
  loadDatabase,
  openDatabase,
  openDatabaseDump,
  type TablePage,
} from '../src/index.ts';
import { postgresPrograms, startPostgresServer } from './postgres-server.ts';

const noJobs = { add: async () => undefined, committed: () => undefined };
const recordsOf = (database: Database): RecordStore => createDatabaseRecordStore(database, noJobs);
/** A text that PostgreSQL's `text` type and its JSON functions refuse. */
const ODD_TEXT = 'a\u0000b \ud800 "quoted", {braces}, \\, ünï';

interface Dumped {
  readonly migration: string;
  readonly pages: readonly TablePage[];
}

async function dumpOf(place: DatabasePlace, meanwhile = async () => {}): Promise<Dumped> {
  const { migration, pages, close } = await openDatabaseDump(place);
  try {
    await meanwhile();
    return { migration, pages: await Array.fromAsync(pages) };
  } finally {
    await close();
  }
}

async function* again(pages: readonly TablePage[]): AsyncGenerator<TablePage, void, undefined> {
  yield* pages;
}

const idsIn = ({ pages }: Dumped, table: string, column: string): string[] =>
  pages
    .filter((page) => page.table === table)
    .flatMap(({ columns, rows }) => rows.map((row) => row[columns.indexOf(column)] ?? ''))
    .sort();

/** A database with all values that are hard to copy. */
async function filled(place: DatabasePlace): Promise<Database> {
  const database = await openDatabase(place);
  onTestFinished(() => database.close());
  const records = recordsOf(database);
  await records.apps.insert(app('app-1', { name: ODD_TEXT.replace('\u0000', '').replace('\ud800', '') }));
  await records.syntheses.insert(synthesis('odd', { text: ODD_TEXT, speed: 0.1 + 0.2 }));
  await records.secrets.claim('keys', { private: 'of the tokens' });
  await records.transact((tables) => tables.ledger.append(entry('odd', '-0.000000001')));
  return database;
}

/** Writes records with their charges, each in a transaction, until it is stopped. */
function startLoad(database: Database): { readonly written: string[]; stop(): Promise<void> } {
  const records = recordsOf(database);
  const written: string[] = [];
  let isOver = false;
  const lane = async (name: string): Promise<void> => {
    for (let count = 0; !isOver; count++) {
      const id = `${name}-${count}`;
      await records.transact(async (tables) => {
        await tables.syntheses.insert(synthesis(id));
        await tables.ledger.append(entry(id, '-1'));
      });
      written.push(id);
    }
  };
  const lanes = Promise.all([lane('a'), lane('b')]);
  return {
    written,
    async stop() {
      isOver = true;
      await lanes;
    },
  };
}

/** The restored rows are those of the dump, and the tables work: sequences continue, and sums are updated. */
async function expectRestored(dumped: Dumped, place: DatabasePlace): Promise<void> {
  await loadDatabase(place, { ...dumped, pages: again(dumped.pages), isForced: false });
  expect((await dumpOf(place)).pages).toEqual(dumped.pages);
  const database = await openDatabase(place);
  try {
    const records = recordsOf(database);
    expect((await records.syntheses.get('odd'))?.text).toBe(ODD_TEXT);
    const before = await records.tallies.sum({});
    await records.transact((tables) => tables.ledger.append(entry('after', '-2')));
    const sum = (tallies: typeof before): number =>
      tallies
        .filter(({ status }) => status === null)
        .reduce((total, { amount }) => total + Number(amount), 0);
    expect(sum(await records.tallies.sum({})) - sum(before)).toBeCloseTo(2);
  } finally {
    await database.close();
  }
}

describe('a backup of the embedded database', { timeout: 180_000 }, () => {
  it('is a snapshot of a service that continues to write, and is restored unchanged', async () => {
    const folder = await temporaryFolder();
    const database = await filled({ folder });
    const load = startLoad(database);
    await expect.poll(() => load.written.length).toBeGreaterThan(5);
    const before = [...load.written];
    const copy = (await database.copyFiles?.()) ?? '';
    await load.stop();
    const dumped = await dumpOf({ folder: join(folder, copy) });
    const charged = idsIn(dumped, 'ledger_entries', 'reference');
    expect(charged).toEqual(idsIn(dumped, 'syntheses', 'request_id'));
    expect(charged).toEqual(expect.arrayContaining(before));
    const restored = await temporaryFolder();
    await expectRestored(dumped, { folder: restored });
    await expect(
      loadDatabase({ folder: restored }, { ...dumped, pages: again([]), isForced: false }),
    ).rejects.toMatchObject({ details: { reason: 'NOT_EMPTY' } });
    await loadDatabase({ folder: restored }, { ...dumped, pages: again(dumped.pages), isForced: true });
    expect((await dumpOf({ folder: restored })).pages).toEqual(dumped.pages);
  });

  it('waits for a slow reader, between two pages and before it is closed', async () => {
    const folder = await temporaryFolder();
    await (await filled({ folder })).close();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const dumped = await openDatabaseDump({ folder });
    const pages: TablePage[] = [];
    for await (const page of dumped.pages) {
      pages.push(page);
      vi.advanceTimersByTime(10 * IDLE_TRANSACTION_LIMIT_MS);
    }
    vi.advanceTimersByTime(10 * IDLE_TRANSACTION_LIMIT_MS);
    await dumped.close();
    vi.useRealTimers();
    expect(pages).toEqual((await dumpOf({ folder })).pages);
  });

  it('reports a missing database, and leaves nothing of a failed load', async () => {
    const folder = await temporaryFolder();
    await expect(openDatabaseDump({ folder })).rejects.toMatchObject({ details: { reason: 'NO_DATABASE' } });
    const pages = again([{ table: 'apps', columns: ['never'], rows: [] }]);
    await expect(
      loadDatabase({ folder }, { migration: '2026-11-21-records', pages, isForced: false }),
    ).rejects.toMatchObject({ details: { reason: 'OTHER_TABLES' } });
    await expect(
      loadDatabase({ folder }, { migration: '2999-01-01-unknown', pages: again([]), isForced: false }),
    ).rejects.toMatchObject({ details: { reason: 'NEWER_DATABASE' } });
    expect([existsSync(join(folder, 'database')), existsSync(join(folder, 'restored.partial'))]).toEqual([
      false,
      false,
    ]);
  });
});

describe.skipIf(postgresPrograms === undefined)('a backup of PostgreSQL', { timeout: 180_000 }, () => {
  it('is a snapshot under load, and can be restored into PostgreSQL and into a data folder', async () => {
    const server = await startPostgresServer();
    onTestFinished(() => server.remove());
    const database = await filled({ url: server.url });
    const load = startLoad(database);
    await expect.poll(() => load.written.length).toBeGreaterThan(5);
    const before = [...load.written];
    const seen = load.written.length;
    const dumped = await dumpOf({ url: server.url }, () =>
      expect.poll(() => load.written.length).toBeGreaterThan(seen + 20),
    );
    await load.stop();
    const charged = idsIn(dumped, 'ledger_entries', 'reference');
    expect(charged).toEqual(idsIn(dumped, 'syntheses', 'request_id'));
    expect(charged).toEqual(expect.arrayContaining(before));
    expect(charged.length).toBeLessThan(load.written.length);

    await expect(
      loadDatabase({ url: server.url }, { ...dumped, pages: again([]), isForced: true }),
    ).rejects.toMatchObject({ details: { reason: 'IN_USE' } });
    await database.executeSql('create database other');
    const other = server.url.replace(/[^/]+$/, 'other');
    await expectRestored(dumped, { url: other });
    await expect(
      loadDatabase({ url: other }, { ...dumped, pages: again([]), isForced: false }),
    ).rejects.toMatchObject({ details: { reason: 'NOT_EMPTY' } });
    await loadDatabase({ url: other }, { ...dumped, pages: again(dumped.pages), isForced: true });
    expect((await dumpOf({ url: other })).pages).toEqual(dumped.pages);
    await expectRestored(dumped, { folder: await temporaryFolder() });
  });

  it('ends its snapshot with the last row, so that tables can be vacuumed while audio is read', async () => {
    const server = await startPostgresServer();
    onTestFinished(() => server.remove());
    const database = await filled({ url: server.url });
    const snapshots = async (): Promise<number> => {
      const { rows } = await database.executeSql(
        `select count(*)::int as open from pg_stat_activity where state like 'idle in transaction%'`,
      );
      return (rows[0] as { readonly open: number }).open;
    };
    const dumped = await openDatabaseDump({ url: server.url });
    onTestFinished(() => dumped.close());
    expect(await snapshots()).toBe(1);
    await Array.fromAsync(dumped.pages);
    expect(await snapshots()).toBe(0);
  });
});
