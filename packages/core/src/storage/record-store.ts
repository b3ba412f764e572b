import type { AppStore } from '../accounts/app-store.ts';
import type { ClientTokenTable } from '../accounts/callers/client-token-table.ts';
import type { Ledger } from '../accounts/ledger/ledger.ts';
import type { LedgerArchives } from '../accounts/ledger/ledger-archives.ts';
import type { RecordPosition } from '../input/list-cursor.ts';
import type { WebhookDelivery, WebhookDeliveryState } from '../requests/egress/webhook-delivery.ts';
import type { IdempotencyTable } from '../requests/idempotency/idempotency.ts';
import type { JobKind } from '../requests/jobs/job-kind.ts';
import type { SynthesisRecord } from '../requests/records/synthesis-record.ts';
import type { TranscriptionRecord } from '../requests/records/transcription-record.ts';
import type {
  AdminSessionTable,
  AuditLog,
  ChoiceTable,
  RejectionTable,
  SecretTable,
  Tallies,
} from './admin-records.ts';
import type { VocabularyTable } from './vocabulary-table.ts';

/** Which records to list, newest first. */
export interface RecordQuery<Status extends string> {
  readonly appId?: string | undefined;
  readonly status?: Status | undefined;
  /** ISO 8601, by `createdAt`: `from` inclusive, `to` exclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Only records after this position in the list: the `createdAt` and id of the last one seen. */
  readonly after?: RecordPosition | undefined;
  readonly limit: number;
}

/** Records of one type, by their id. Changing a deleted record does nothing. */
export interface RecordTable<Item, Status extends string> {
  insert(record: Item): Promise<void>;
  get(id: string): Promise<Item | undefined>;
  /**
   * Like `get`; inside a transaction nobody else may change the record until its end.
   */
  getForUpdate(id: string): Promise<Item | undefined>;
  /** @returns the record as it is now, or `undefined` if there is none */
  update(id: string, change: Partial<Item>): Promise<Item | undefined>;
  list(query: RecordQuery<Status>): Promise<readonly Item[]>;
  /** How many of each status were created in the period; a status without any is 0 or absent. */
  count(
    query: Omit<RecordQuery<Status>, 'limit' | 'after' | 'status'>,
  ): Promise<Readonly<Record<string, number>>>;
  /** Records that ended before the time, oldest first, for retention. */
  endedBefore(time: string, limit: number): Promise<readonly Item[]>;
  /** Removes those that exist, all at once, which makes retention cheap. */
  remove(ids: readonly string[]): Promise<void>;
}

export interface SynthesisTable extends RecordTable<SynthesisRecord, SynthesisRecord['status']> {
  /** Records that ended before the time and whose audio is still stored, oldest first. */
  withAudioEndedBefore(time: string, limit: number): Promise<readonly SynthesisRecord[]>;
}

export interface JobOptions {
  /** The app's id, for fairness between apps. Absent: it is the service's own job, which no app's jobs delay. */
  readonly turn?: string | undefined;
  /** ISO 8601; absent: at once. */
  readonly startAfter?: string | undefined;
  /** Instead of `startAfter`: milliseconds from now, by the clock of the queue, which may differ from that of this process. */
  readonly startInMs?: number | undefined;
  /** `traceparent` of the span that added it, for the trace of the job. */
  readonly traceparent?: string | undefined;
}

/** Adds jobs in the same transaction as the records they belong to. */
export interface JobOutbox {
  /**
   * @param id of the record; if a job of the same kind and id is waiting, no second one is added, and the earlier start applies. While
   * one runs, another is added, and may run at the same time
   */
  add(kind: JobKind, id: string, options?: JobOptions): Promise<void>;
}

/** All records. Each call is durable by itself; `transact` combines several. */
export interface Records {
  readonly apps: AppStore;
  readonly syntheses: SynthesisTable;
  readonly transcriptions: RecordTable<TranscriptionRecord, TranscriptionRecord['status']>;
  readonly deliveries: RecordTable<WebhookDelivery, WebhookDeliveryState>;
  readonly ledger: Ledger;
  readonly ledgerArchives: LedgerArchives;
  readonly idempotency: IdempotencyTable;
  readonly clientTokens: ClientTokenTable;
  readonly tallies: Tallies;
  readonly rejections: RejectionTable;
  readonly adminSessions: AdminSessionTable;
  readonly audit: AuditLog;
  readonly secrets: SecretTable;
  readonly choices: ChoiceTable;
  readonly vocabularies: VocabularyTable;
  readonly jobs: JobOutbox;
}

/** Where records are stored. Durable before a promise resolves; if they are in memory, for as long as the process lives. */
export interface RecordStore extends Records {
  /**
   * Runs `work` as one transaction. Jobs that it adds start when it has succeeded.
   *
   * @param work must use only the records that it is given; may be run again if the database requires it
   * @throws SpeechError `STORAGE_FAILED`, `STORAGE_FULL`, or what `work` throws; then nothing is changed
   */
  transact<Result>(work: (records: Records) => Promise<Result>): Promise<Result>;
  /** @throws SpeechError `STORAGE_FAILED` if the database does not answer */
  check(): Promise<void>;
}
