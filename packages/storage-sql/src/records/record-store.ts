import { setTimeout as delay } from 'node:timers/promises';
import type { JobKind, TranscriptionRecord, WebhookDelivery } from '@parlance/core/requests';
import type { JobOutbox, RecordStore, Records } from '@parlance/core/storage';
import type { Kysely } from 'kysely';
import type { Database, Transaction } from '../database/database.ts';
import { databaseError, isLostRace } from '../database/database-error.ts';
import type { Schema } from '../database/schema.ts';
import { createAdminSessionTable } from './admin-sessions.ts';
import { createAppStore } from './app-store.ts';
import { createAuditLog } from './audit-log.ts';
import { createChoiceTable } from './choice-table.ts';
import { createClientTokenTable } from './client-tokens.ts';
import { createIdempotencyTable } from './idempotency.ts';
import { createLedger, type InTransaction } from './ledger.ts';
import { createLedgerArchives } from './ledger-archives.ts';
import { DELIVERY_COLUMNS, TRANSCRIPTION_COLUMNS } from './record-columns.ts';
import { createRecordTable } from './record-table.ts';
import { createRejectionTable } from './rejection-table.ts';
import { createSecretTable } from './secret-table.ts';
import { createSynthesisTable } from './synthesis-table.ts';
import { createTallies } from './tallies.ts';
import type { TransactionalEnqueue } from './transactional-enqueue.ts';
import { createVocabularyTable } from './vocabulary-table.ts';

/** A transaction that conflicts so many times has a bug. */
const MAX_ATTEMPTS = 5;
/** The maximum pause before the second attempt, in milliseconds; it doubles with each further one. */
const FIRST_PAUSE_MS = 10;

/**
 * Records and jobs in a database.
 *
 * @param jobs adds jobs within the transaction of the records
 */
export function createDatabaseRecordStore(database: Database, jobs: TransactionalEnqueue): RecordStore {
  const attempt = async <Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> => {
    for (let tries = 1; ; tries++) {
      try {
        return await database.transaction(work);
      } catch (error) {
        if (!isLostRace(error) || tries === MAX_ATTEMPTS) throw databaseError(error);
      }
      await delay(Math.random() * FIRST_PAUSE_MS * 2 ** (tries - 1));
    }
  };
  const outbox: JobOutbox = {
    async add(kind, id, options) {
      await jobs.add(database, kind, id, options);
      jobs.committed([kind]);
    },
  };
  return {
    ...tablesOf(database.kysely, (work) => attempt(({ kysely }) => work(kysely)), outbox),
    async transact(work) {
      const kinds = new Set<JobKind>();
      const result = await attempt((transaction) => {
        kinds.clear();
        const collecting: JobOutbox = {
          async add(kind, id, options) {
            await jobs.add(transaction, kind, id, options);
            kinds.add(kind);
          },
        };
        return work(tablesOf(transaction.kysely, (inside) => inside(transaction.kysely), collecting));
      });
      if (kinds.size > 0) jobs.committed([...kinds]);
      return result;
    },
    async check() {
      await database.executeSql('select 1').catch((cause: unknown) => {
        throw databaseError(cause);
      });
    },
  };
}

function tablesOf(kysely: Kysely<Schema>, inTransaction: InTransaction, jobs: JobOutbox): Records {
  return {
    apps: explained(createAppStore(kysely)),
    syntheses: explained(createSynthesisTable(kysely)),
    transcriptions: explained(
      createRecordTable<TranscriptionRecord, TranscriptionRecord['status']>(kysely, {
        table: 'transcriptions',
        columns: TRANSCRIPTION_COLUMNS,
        id: 'transcript_id',
        status: 'status',
        endedAt: 'finished_at',
      }),
    ),
    deliveries: explained(
      createRecordTable<WebhookDelivery, WebhookDelivery['state']>(kysely, {
        table: 'webhook_deliveries',
        columns: DELIVERY_COLUMNS,
        id: 'delivery_id',
        status: 'state',
        endedAt: 'ended_at',
      }),
    ),
    ledger: explained(createLedger(kysely, inTransaction)),
    ledgerArchives: explained(createLedgerArchives(kysely, inTransaction)),
    idempotency: explained(createIdempotencyTable(kysely)),
    clientTokens: explained(createClientTokenTable(kysely)),
    tallies: explained(createTallies(kysely, inTransaction)),
    rejections: explained(createRejectionTable(kysely)),
    adminSessions: explained(createAdminSessionTable(kysely)),
    audit: explained(createAuditLog(kysely)),
    secrets: explained(createSecretTable(kysely)),
    choices: explained(createChoiceTable(kysely)),
    vocabularies: explained(createVocabularyTable(kysely)),
    jobs: explained(jobs),
  };
}

/** Wraps a table to convert its errors with {@link databaseError}. */
function explained<Table extends object>(table: Table): Table {
  const entries = Object.entries(table).map(([name, method]) => [
    name,
    async (...args: unknown[]) => {
      try {
        return await method(...args);
      } catch (cause) {
        throw databaseError(cause);
      }
    },
  ]);
  return Object.fromEntries(entries) as Table;
}
