import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JobKind } from '@parlance/core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  createDatabaseRecordStore,
  type Database,
  openDatabase,
  type TransactionalEnqueue,
} from '../src/index.ts';
import {
  NO_POSTGRES,
  type PostgresServer,
  postgresPrograms,
  startPostgresServer,
} from './postgres-server.ts';
import { describeRecordStore, type RecordSubject } from './records-contract.ts';

const TABLES = [
  'apps',
  'balances',
  'ledger_entries',
  'syntheses',
  'transcriptions',
  'webhook_deliveries',
  'idempotent_answers',
];

/** Each case starts with empty tables; to open a database for each would take seconds. */
async function openSubject(database: Database): Promise<RecordSubject> {
  await database.executeSql(
    'create table if not exists public.jobs (place serial, kind text, id text, start_after text)',
  );
  const told: JobKind[] = [];
  const jobs: TransactionalEnqueue = {
    async add(executor, kind, id, startAfter) {
      const values = [kind, id, startAfter ?? null];
      await executor.executeSql(
        'insert into public.jobs (kind, id, start_after) values ($1, $2, $3)',
        values,
      );
    },
    committed: (kinds) => void told.push(...kinds),
  };
  return {
    store: createDatabaseRecordStore(database, jobs),
    told,
    async jobs() {
      const { rows } = await database.executeSql('select * from public.jobs order by place');
      return rows.map((row) => [row.kind, row.id, row.start_after ?? undefined]);
    },
    async close() {
      const tables = TABLES.map((table) => `parlance.${table}`).join(', ');
      await database.executeSql(`truncate ${tables}, public.jobs`);
    },
  };
}

describe('on PGlite', () => {
  let folder: string;
  let database: Database;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parlance-records-'));
    database = await openDatabase({ folder });
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });
  describeRecordStore('on PGlite', () => openSubject(database));
});

describe.skipIf(postgresPrograms === undefined)('on PostgreSQL', () => {
  let server: PostgresServer;
  let database: Database;
  beforeAll(async () => {
    server = await startPostgresServer();
    database = await openDatabase({ url: server.url });
  });
  afterAll(async () => {
    await database.close();
    await server.remove();
  });
  describeRecordStore('on PostgreSQL', () => openSubject(database));
});

it.skipIf(postgresPrograms !== undefined)('runs on PostgreSQL too, where it is installed', ({ skip }) => {
  console.warn(NO_POSTGRES);
  skip(NO_POSTGRES);
});
