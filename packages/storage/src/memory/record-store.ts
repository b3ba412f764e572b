import type { App } from '@parlance/core/accounts';
import type {
  IdempotentAnswer,
  SynthesisRecord,
  TranscriptionRecord,
  WebhookDelivery,
} from '@parlance/core/requests';
import {
  type AdminSessionRecord,
  type AuditEntry,
  type JobOutbox,
  NO_CHOICES,
  type RecordStore,
  type Records,
  type RejectedCalls,
  type SpeechChoices,
  type SynthesisTable,
  type VocabularyRecord,
} from '@parlance/core/storage';
import {
  createMemoryAdminSessions,
  createMemoryAuditLog,
  createMemoryChoices,
  createMemorySecrets,
  createMemoryVocabularies,
} from './admin-tables.ts';
import { createMemoryAppStore } from './app-store.ts';
import { createMemoryClientTokens, type UsedToken } from './client-tokens.ts';
import { createMemoryIdempotency } from './idempotency.ts';
import { createMemoryLedger, EMPTY_LEDGER, type LedgerState } from './ledger.ts';
import { type ArchivedLedger, createMemoryLedgerArchives, NOTHING_ARCHIVED } from './ledger-archives.ts';
import { createMemoryRejections } from './rejections.ts';
import { compare, createMemoryTable, type Rows } from './table.ts';
import { createMemoryTallies } from './tallies.ts';

/** All data. A change replaces a part as a whole, so a rollback restores the old parts. */
interface State {
  apps: ReadonlyMap<string, App>;
  syntheses: ReadonlyMap<string, SynthesisRecord>;
  transcriptions: ReadonlyMap<string, TranscriptionRecord>;
  deliveries: ReadonlyMap<string, WebhookDelivery>;
  idempotency: ReadonlyMap<string, IdempotentAnswer>;
  clientTokens: ReadonlyMap<string, UsedToken>;
  ledger: LedgerState;
  archived: ArchivedLedger;
  adminSessions: ReadonlyMap<string, AdminSessionRecord>;
  audit: ReadonlyMap<string, AuditEntry>;
  secrets: ReadonlyMap<string, object>;
  choices: SpeechChoices;
  vocabularies: ReadonlyMap<string, VocabularyRecord>;
  rejections: ReadonlyMap<string, RejectedCalls>;
}

/** Runs transactions, and calls outside of one, one at a time. */
type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Records in memory, the default of `createSpeech`. They last as long as the process.
 *
 * @param jobs gets a job after the transaction that added it has succeeded
 * @param choices the choices of operators at the start
 */
export function createMemoryRecordStore(jobs: JobOutbox, choices: SpeechChoices = NO_CHOICES): RecordStore {
  let state: State = {
    apps: new Map(),
    syntheses: new Map(),
    transcriptions: new Map(),
    deliveries: new Map(),
    idempotency: new Map(),
    clientTokens: new Map(),
    ledger: EMPTY_LEDGER,
    archived: NOTHING_ARCHIVED,
    adminSessions: new Map(),
    audit: new Map(),
    secrets: new Map(),
    choices,
    vocabularies: new Map(),
    rejections: new Map(),
  };
  const inTurn = createTurns();
  const cell = <Name extends keyof State>(name: Name) => ({
    get: () => state[name],
    set: (value: State[Name]) => {
      state = { ...state, [name]: value };
    },
  });
  const tables = (outbox: JobOutbox): Records => ({
    apps: createMemoryAppStore(cell('apps')),
    syntheses: createSyntheses(cell('syntheses')),
    transcriptions: createMemoryTable(cell('transcriptions'), {
      idOf: ({ transcriptId }) => transcriptId,
      appIdOf: ({ appId }) => appId,
      statusOf: ({ status }) => status,
      createdAtOf: ({ createdAt }) => createdAt,
      endedAtOf: ({ finishedAt }) => finishedAt,
    }),
    deliveries: createMemoryTable(cell('deliveries'), {
      idOf: ({ deliveryId }) => deliveryId,
      appIdOf: ({ appId }) => appId,
      statusOf: ({ state: status }) => status,
      createdAtOf: ({ createdAt }) => createdAt,
      endedAtOf: ({ endedAt }) => endedAt,
    }),
    ledger: createMemoryLedger(cell('ledger')),
    ledgerArchives: createMemoryLedgerArchives({
      ledger: cell('ledger'),
      archived: cell('archived'),
      syntheses: cell('syntheses'),
      transcriptions: cell('transcriptions'),
    }),
    idempotency: createMemoryIdempotency(cell('idempotency')),
    clientTokens: createMemoryClientTokens(cell('clientTokens')),
    tallies: createMemoryTallies({
      syntheses: cell('syntheses'),
      transcriptions: cell('transcriptions'),
      ledger: cell('ledger'),
      archived: cell('archived'),
    }),
    rejections: createMemoryRejections(cell('rejections')),
    adminSessions: createMemoryAdminSessions(cell('adminSessions')),
    audit: createMemoryAuditLog(cell('audit')),
    secrets: createMemorySecrets(cell('secrets')),
    choices: createMemoryChoices(cell('choices')),
    vocabularies: createMemoryVocabularies(cell('vocabularies')),
    jobs: outbox,
  });
  return {
    ...alone(tables(jobs), inTurn),
    transact: (work) =>
      inTurn(async () => {
        const before = state;
        const added: Parameters<JobOutbox['add']>[] = [];
        const outbox: JobOutbox = { add: async (...job) => void added.push(job) };
        try {
          const result = await work(tables(outbox));
          for (const job of added) await jobs.add(...job);
          return result;
        } catch (error) {
          state = before;
          throw error;
        }
      }),
    check: async () => undefined,
  };
}

function createSyntheses(rows: Rows<SynthesisRecord>): SynthesisTable {
  const table = createMemoryTable(rows, {
    idOf: ({ requestId }: SynthesisRecord) => requestId,
    appIdOf: ({ appId }) => appId,
    statusOf: ({ status }) => status,
    createdAtOf: ({ createdAt }) => createdAt,
    endedAtOf: ({ finishedAt }) => finishedAt,
  });
  return {
    ...table,
    async withAudioEndedBefore(time, limit) {
      return [...rows.get().values()]
        .filter(({ audio, finishedAt }) => audio !== null && finishedAt !== null && finishedAt < time)
        .sort((one, other) => compare(one.finishedAt ?? '', other.finishedAt ?? ''))
        .slice(0, limit);
    },
  };
}

function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** Each call outside a transaction waits for earlier ones, so that nobody sees changes that are rolled back. */
function alone(records: Records, inTurn: InTurn): Records {
  const wrap = <Table extends object>(table: Table): Table =>
    new Proxy(table, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function' ? (...args: unknown[]) => inTurn(() => member(...args)) : member;
      },
    });
  return {
    apps: wrap(records.apps),
    syntheses: wrap(records.syntheses),
    transcriptions: wrap(records.transcriptions),
    deliveries: wrap(records.deliveries),
    ledger: wrap(records.ledger),
    ledgerArchives: wrap(records.ledgerArchives),
    idempotency: wrap(records.idempotency),
    clientTokens: wrap(records.clientTokens),
    tallies: wrap(records.tallies),
    rejections: wrap(records.rejections),
    adminSessions: wrap(records.adminSessions),
    audit: wrap(records.audit),
    secrets: wrap(records.secrets),
    choices: wrap(records.choices),
    vocabularies: wrap(records.vocabularies),
    jobs: records.jobs,
  };
}
