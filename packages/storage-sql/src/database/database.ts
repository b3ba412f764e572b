import type { ConnectionFigures, OnConnectionWait } from '@parlance/core/storage';
import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * Runs SQL unchanged. Without values the text may contain several statements; then `rows` are those of all of them, in order.
 * Times are returned as `Date`, `numeric` as a string, `jsonb` parsed.
 */
export interface SqlExecutor {
  // biome-ignore lint/suspicious/noExplicitAny: rows are whatever the text selects, and pg-boss needs exactly this type.
  executeSql(text: string, values?: unknown[]): Promise<{ rows: any[] }>;
}

/** Everything that it runs is part of the transaction, on one connection; raw SQL one statement at a time. */
export interface Transaction extends SqlExecutor {
  readonly kysely: Kysely<Schema>;
}

/**
 * A PostgreSQL database, embedded or on a server. Errors are those of the driver: callers convert them
 * (see `databaseError`).
 */
export interface Database extends SqlExecutor {
  /** `pglite`: embedded in the data folder, with a single connection, so that transactions run one after another. */
  readonly backend: 'pglite' | 'postgres';
  readonly kysely: Kysely<Schema>;
  /**
   * Runs `work` in a transaction. It is rolled back if `work` rejects or sends no statement for {@link IDLE_TRANSACTION_LIMIT_MS}. `work` must
   * use the transaction that it is given: a call on the database itself would wait for the end of the transaction.
   */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /**
   * Only of the embedded database: makes a consistent copy of its files. None stays if the signal aborts before it is complete.
   *
   * @returns the name of a folder in the data folder that contains the copy as `database`
   */
  copyFiles?(signal?: AbortSignal): Promise<string>;
  /** Only of a server: busy and idle connections, and calls that wait for one. */
  connectionFigures?(): ConnectionFigures;
  /** Only of a server: see the same member of `SpeechStorage`. */
  readonly onConnectionWait?: OnConnectionWait;
  /** Waits for running calls; those on a server are broken off after two seconds. Safe to call twice. */
  close(): Promise<void>;
}

/** A transaction without a statement for so many milliseconds counts as hung: it holds locks that others wait for. */
export const IDLE_TRANSACTION_LIMIT_MS = 30_000;
