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

/** Which records of a list, newest first. */
export interface RecordQuery<Status extends string> {
  readonly appId?: string | undefined;
  readonly status?: Status | undefined;
  /** ISO 8601, by `createdAt`: `from` counts in, `to` does not. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Only what comes after this one in the list: its `createdAt` and id, as it was last seen. */
  readonly after?: RecordPosition | undefined;
  readonly limit: number;
}

/** Records of one type, by their id. A change of a record that is gone does nothing. */
export interface RecordTable<Item, Status extends string> {
  insert(record: Item): Promise<void>;
  get(id: string): Promise<Item | undefined>;
  /**
   * Like `get`; inside a transaction nobody else may change the record until its end.
   */
  getForUpdate(id: string): Promise<Item | undefined>;
  /** @returns the record as it is now, or `undefined` when there is none */
  update(id: string, change: Partial<Item>): Promise<Item | undefined>;
  list(query: RecordQuery<Status>): Promise<readonly Item[]>;
  /** How many of each status were created in the time; a status without any is 0 or absent. */
  count(
    query: Omit<RecordQuery<Status>, 'limit' | 'after' | 'status'>,
  ): Promise<Readonly<Record<string, number>>>;
  /** Those that ended before the time, oldest first: what retention looks for. */
  endedBefore(time: string, limit: number): Promise<readonly Item[]>;
  /** Of those that are there; all at once, which is what makes retention cheap. */
  remove(ids: readonly string[]): Promise<void>;
}

export interface SynthesisTable extends RecordTable<SynthesisRecord, SynthesisRecord['status']> {
  /** Those whose audio is still kept and that ended before the time, oldest first. */
  withAudioEndedBefore(time: string, limit: number): Promise<readonly SynthesisRecord[]>;
}

export interface JobOptions {
  /** Whose turn the job takes: the app's id. Absent: it is the service's own, which no app's jobs hold up. */
  readonly turn?: string | undefined;
  /** ISO 8601; absent: at once. */
  readonly startAfter?: string | undefined;
  /** Of the span that added it, for the trace of whoever does the job. */
  readonly traceparent?: string | undefined;
}

/** What can be enqueued in the transaction that writes the record it belongs to. */
export interface JobOutbox {
  /**
   * @param id of the record; a job of the same kind and id that still waits is not doubled, the sooner start counts for it. While
   * one runs, another is kept, and may run at the same time
   */
  add(kind: JobKind, id: string, options?: JobOptions): Promise<void>;
}

/** Everything that is kept. Each call is durable by itself; `transact` makes several one. */
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

/** Where records are kept. Durable before a promise resolves; in memory, for as long as the process lives. */
export interface RecordStore extends Records {
  /**
   * All or nothing. Jobs that `work` adds start when it has succeeded.
   *
   * @param work uses what it is given and nothing else of the store; may be run again when the database asks for it
   * @throws SpeechError `STORAGE_FAILED`, `STORAGE_FULL`, or what `work` throws; nothing of it then counts
   */
  transact<Result>(work: (records: Records) => Promise<Result>): Promise<Result>;
  /** @throws SpeechError `STORAGE_FAILED` when the database does not answer */
  check(): Promise<void>;
}
