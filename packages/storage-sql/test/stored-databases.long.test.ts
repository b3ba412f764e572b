import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@parlance/core/platform';
import { CompiledQuery } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { rowsOf } from '../../storage/test/ledger-rows.ts';
import { entry, minute, synthesis } from '../../storage/test/sample-records.ts';
import { temporaryFolder } from '../../storage/test/temporary-folder.ts';
import { connectDatabase, type DatabasePlace } from '../src/database/connect-database.ts';
import { createDatabaseRecordStore, examineDatabase, openDatabase, openJobQueue } from '../src/index.ts';
import { MIGRATIONS } from '../src/migration/migrations.ts';
import { type PostgresServer, postgresPrograms, startPostgresServer } from './postgres-server.ts';
import {
  STORED_FOLDERS,
  STORED_STEPS,
  type StoredRecords,
  storedRecords,
  storedStatements,
  unpackFolder,
} from './stored-databases.ts';

/** An app in today's form: all replaced secrets are kept, where it used to be the last one. */
function appOf({ retiredWebhookSecret, ...app }: StoredRecords['apps'][number]): object {
  if (retiredWebhookSecret === undefined) return app;
  const retired = retiredWebhookSecret === null ? [] : [expect.objectContaining(retiredWebhookSecret)];
  return { ...app, retiredWebhookSecrets: retired };
}

/** Migrates it and works with it: all data is there, and every kind of call works. */
async function expectUpgraded(place: DatabasePlace, step: string): Promise<void> {
  expect((await examineDatabase(place))?.tables).toBe(
    step === Object.keys(MIGRATIONS).at(-1) ? 'current' : 'older',
  );
  const database = await openDatabase(place);
  onTestFinished(() => database.close());
  const queue = await openJobQueue(database, { clock: systemClock });
  onTestFinished(() => queue.close(0));
  const records = createDatabaseRecordStore(database, queue);
  const stored = storedRecords(step);

  expect(stored.syntheses.length).toBeGreaterThan(30);
  for (const app of stored.apps) expect(await records.apps.get(app.appId)).toMatchObject(appOf(app));
  expect(await records.syntheses.list({ limit: 100 })).toMatchObject(stored.syntheses);
  expect(await records.transcriptions.list({ limit: 100 })).toMatchObject(stored.transcriptions);
  expect(await records.deliveries.list({ limit: 100 })).toMatchObject(stored.deliveries);
  const entries = await Promise.all(stored.apps.map(({ appId }) => rowsOf(records.ledger, appId)));
  expect(entries.flat()).toEqual(stored.entries);
  expect(await records.ledger.balance('app-1', 'credits')).toBe(stored.balance);
  expect(await queue.depth('synthesis')).toBe(stored.waiting);
  const sums = await records.tallies.sum({});
  expect(sums).toContainEqual({ at: null, type: 'synthesis', status: 'COMPLETED', amount: '20' });
  expect(sums).toContainEqual({ at: null, type: 'credits', status: null, amount: '500' });

  // A refund counts towards the balance that was charged.
  await records.ledger.append(entry('s-app-1-0', '12.5', { kind: 'release' }));
  expect(await records.ledger.balance('app-1', 'credits')).toBe(String(Number(stored.balance) + 12.5));
  await records.transact(async (inside) => {
    await inside.syntheses.insert(synthesis('new', { createdAt: minute(99) }));
    await inside.jobs.add('synthesis', 'new', { turn: 'app-1' });
  });
  const done = new Set<string>();
  const worker = await queue.work('synthesis', { concurrency: 4 }, async (id) => {
    await records.syntheses.update(id, { status: 'COMPLETED', finishedAt: minute(100) });
    done.add(id);
  });
  await expect.poll(() => done.size).toBe(stored.waiting + 1);
  await worker.stop(1000);
  expect(await records.tallies.sum({})).toContainEqual({
    at: null,
    type: 'synthesis',
    status: 'COMPLETED',
    amount: '41',
  });
}

it('there is a stored database for every released step', () => {
  expect(Object.keys(MIGRATIONS).slice(0, STORED_STEPS.length)).toEqual(STORED_STEPS);
});

describe('the embedded database', { timeout: 240_000 }, () => {
  /** A folder with a database without tables, which tests copy, since creating one takes seconds. */
  let empty: string;
  beforeAll(async () => {
    empty = await mkdtemp(join(tmpdir(), 'parlance-empty-'));
    const made = connectDatabase({ folder: empty });
    await made.executeQuery(CompiledQuery.raw('select 1'));
    await made.destroy();
  });
  afterAll(() => rm(empty, { recursive: true, force: true }));

  it.each(STORED_STEPS)('of %s is migrated', async (step) => {
    const folder = await temporaryFolder();
    await cp(empty, folder, { recursive: true });
    const older = connectDatabase({ folder });
    await older.executeQuery(CompiledQuery.raw(storedStatements(step)));
    await older.destroy();
    await expectUpgraded({ folder }, step);
  });

  it.each(STORED_FOLDERS)('of %s is migrated from its original files', async (step) => {
    const folder = await temporaryFolder();
    unpackFolder(step, folder);
    await expectUpgraded({ folder }, step);
  });
});

describe.skipIf(postgresPrograms === undefined)('PostgreSQL', { timeout: 240_000 }, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgresServer();
  });
  afterAll(() => server.remove());

  it.each(STORED_STEPS)('of %s is migrated', async (step) => {
    const url = await server.createDatabase(`of_${step.replaceAll('-', '_')}`);
    const client = new pg.Client(url);
    await client.connect();
    await client.query(storedStatements(step));
    await client.end();
    await expectUpgraded({ url }, step);
  });
});
