import type { JobKind } from '@parlance/core/requests';
import { describe, it } from 'vitest';
import { describeRecordStore, type RecordSubject } from '../../storage/test/records-contract.ts';
import { createDatabaseRecordStore, type Database, type TransactionalEnqueue } from '../src/index.ts';
import { useEmbeddedDatabase, usePostgres } from './opened-database.ts';
import { NO_POSTGRES, postgresPrograms } from './postgres-server.ts';

const TABLES = [
  'apps',
  'balances',
  'ledger_entries',
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
];

/** Each case starts with empty tables; to open a database for each would take seconds. */
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

it.skipIf(postgresPrograms !== undefined)('runs on PostgreSQL too, where it is installed', ({ skip }) => {
  console.warn(NO_POSTGRES);
  skip(NO_POSTGRES);
});
