import type { JobKind } from '@parlance/core/requests';
import { describe, expect, it } from 'vitest';
import { describeRecordStore, type RecordSubject } from '../../storage/test/records-contract.ts';
import { createDatabaseRecordStore, type Database, type TransactionalEnqueue } from '../src/index.ts';
import { useEmbeddedDatabase, usePgBouncer, usePostgres } from './opened-database.ts';
import { hasPgBouncer, NO_PGBOUNCER } from './pgbouncer.ts';
import { NO_POSTGRES, postgresPrograms } from './postgres-server.ts';

const TABLES = [
  'apps',
  'balances',
  'ledger_entries',
  'ledger_days',
  'ledger_archives',
  'syntheses',
  'transcriptions',
  'webhook_deliveries',
  'idempotent_answers',
  'tallies',
  'tally_changes',
  'admin_sessions',
  'audit_entries',
  'shared_secrets',
  'speech_choices',
  'rejected_calls',
  'vocabularies',
];

/** Empties the tables for each case, since opening a database takes seconds. */
async function openSubject(database: Database): Promise<RecordSubject> {
  await database.executeSql(
    'create table if not exists public.jobs (place serial, kind text, id text, options text)',
  );
  const told: JobKind[] = [];
  const jobs: TransactionalEnqueue = {
    async add(executor, kind, id, options = {}) {
      const values = [kind, id, JSON.stringify(options)];
      await executor.executeSql('insert into public.jobs (kind, id, options) values ($1, $2, $3)', values);
    },
    committed: (kinds) => void told.push(...kinds),
  };
  return {
    store: createDatabaseRecordStore(database, jobs),
    told,
    async jobs() {
      const { rows } = await database.executeSql('select * from public.jobs order by place');
      return rows.map((row) => [row.kind, row.id, JSON.parse(row.options)]);
    },
    async close() {
      const tables = TABLES.map((table) => `parlance.${table}`).join(', ');
      await database.executeSql(`truncate ${tables}, public.jobs`);
    },
  };
}

describe('on PGlite', () => {
  const database = useEmbeddedDatabase();
  describeRecordStore('on PGlite', () => openSubject(database()));
});

describe.skipIf(postgresPrograms === undefined)('on PostgreSQL', () => {
  const postgres = usePostgres();
  describeRecordStore('on PostgreSQL', () => openSubject(postgres().database));
});

describe.skipIf(postgresPrograms === undefined || !hasPgBouncer)('behind PgBouncer', () => {
  const opened = usePgBouncer();
  describeRecordStore('behind PgBouncer', () => openSubject(opened().database));

  it('has its limits per transaction, since the pooler refuses session settings', async () => {
    const { rows } = await opened().database.transaction(({ executeSql }) =>
      executeSql(
        `select current_setting('statement_timeout') || ' ' || current_setting('idle_in_transaction_session_timeout') as limits`,
      ),
    );
    expect(rows).toEqual([{ limits: '1min 30s' }]);
    expect((await opened().database.executeSql('show statement_timeout')).rows).toEqual([
      { statement_timeout: '0' },
    ]);
  });

  it('continues when the pooler is back', async () => {
    const { database, pgBouncer } = opened();
    const { check } = createDatabaseRecordStore(database, {
      add: async () => undefined,
      committed: () => undefined,
    });
    await check();
    await pgBouncer.kill();
    await expect(check()).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
    await pgBouncer.start();
    await expect.poll(() => check().then(() => 'works', String)).toBe('works');
  });
});

it.skipIf(hasPgBouncer)('runs behind PgBouncer too, if it is installed', ({ skip }) => {
  console.warn(NO_PGBOUNCER);
  skip(NO_PGBOUNCER);
});

it.skipIf(postgresPrograms !== undefined)('runs on PostgreSQL too, if it is installed', ({ skip }) => {
  console.warn(NO_POSTGRES);
  skip(NO_POSTGRES);
});
