import type { LedgerEntry, MeteredUnit } from '../domain/metering/ledger-entry.ts';
import type { SynthesisRecord } from '../domain/requests/synthesis-record.ts';
import type { TranscriptionRecord } from '../domain/requests/transcription-record.ts';
import type { WebhookDelivery, WebhookDeliveryState } from '../domain/webhooks/webhook-delivery.ts';
import type {
  AdminSessionTable,
  AuditLog,
  ChoiceTable,
  RejectionTable,
  SecretTable,
  Tallies,
} from './admin-records.ts';
import type { AppStore } from './app-store.ts';
import type { ClientTokenTable } from './client-token-table.ts';
import type { JobKind } from './job-queue.ts';

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

export interface RecordPosition {
  readonly createdAt: string;
  readonly id: string;
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
  remove(id: string): Promise<void>;
}

export interface SynthesisTable extends RecordTable<SynthesisRecord, SynthesisRecord['status']> {
  /** Those whose audio is still kept and that ended before the time, oldest first. */
  withAudioEndedBefore(time: string, limit: number): Promise<readonly SynthesisRecord[]>;
}

export interface Ledger {
  /**
   * Writes the row and changes the balance. A row of the same reference, unit and kind that is there already is left, and the
   * balance with it.
   *
   * @returns whether it was written now
   * @throws SpeechError `INSUFFICIENT_CREDIT` or `INSUFFICIENT_SECONDS` when a limited balance would go below zero and
   * `mayOverdraw` is not given
   */
  append(entry: LedgerEntry, options?: { readonly mayOverdraw?: boolean }): Promise<boolean>;
  /** @returns decimal string; `null`: unlimited */
  balance(appId: string, unit: MeteredUnit): Promise<string | null>;
  /**
   * Gives an app a balance where it was unlimited; its rows so far do not count into it, nor what is given back of them later.
   * `null` takes the limit away.
   */
  setBalance(appId: string, unit: MeteredUnit, balance: string | null): Promise<void>;
  /** Those of several apps at once; an app without a limit of a unit is not in the list for it. */
  balances(appIds: readonly string[]): Promise<readonly AppBalance[]>;
  /** Oldest first. */
  entries(appId: string, unit: MeteredUnit): Promise<readonly LedgerEntry[]>;
  /** A stretch of an app's rows of both units, oldest first, for exports of any length. */
  page(query: LedgerPageQuery): Promise<readonly PlacedLedgerEntry[]>;
}

export interface AppBalance {
  readonly appId: string;
  readonly unit: MeteredUnit;
  /** Decimal string. */
  readonly balance: string;
}

export interface LedgerPageQuery {
  readonly appId: string;
  /** ISO 8601, by `at`: `from` counts in, `to` does not. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Only what comes after this place. */
  readonly after?: string | undefined;
  readonly limit: number;
}

export interface PlacedLedgerEntry extends LedgerEntry {
  /** Its place in the ledger, to go on from. */
  readonly place: string;
}

/** The first answer to a request that carried an Idempotency-Key. */
export interface IdempotentAnswer {
  /** Scope: one app, one path. */
  readonly appId: string;
  readonly path: string;
  readonly key: string;
  /** Of the body that came with it, hex. */
  readonly bodyHash: string;
  /** `null` while the first request still runs. */
  readonly answer: unknown;
  readonly expiresAt: string;
}

export interface IdempotencyTable {
  /**
   * Claims the key. Inside a transaction a second claim waits for the end of the first.
   *
   * @param nowIso an answer that expired before this is forgotten
   * @returns the answer that has the key already, or `undefined`: the claim is ours
   */
  claim(answer: IdempotentAnswer, nowIso: string): Promise<IdempotentAnswer | undefined>;
  /** Puts the answer into a claim. */
  complete(claim: Pick<IdempotentAnswer, 'appId' | 'path' | 'key'>, answer: unknown): Promise<void>;
  /** Gives a claim up, as of a request that failed. */
  forget(claim: Pick<IdempotentAnswer, 'appId' | 'path' | 'key'>): Promise<void>;
  removeExpired(nowIso: string): Promise<void>;
}

export interface JobOptions {
  /** Whose turn the job takes: the app's id. Absent: it is the service's own, which no app's jobs hold up. */
  readonly turn?: string | undefined;
  /** ISO 8601; absent: at once. */
  readonly startAfter?: string | undefined;
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
  readonly idempotency: IdempotencyTable;
  readonly clientTokens: ClientTokenTable;
  readonly tallies: Tallies;
  readonly rejections: RejectionTable;
  readonly adminSessions: AdminSessionTable;
  readonly audit: AuditLog;
  readonly secrets: SecretTable;
  readonly choices: ChoiceTable;
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
