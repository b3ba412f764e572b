import type { ConnectionFigures, OnConnectionWait } from '@parlance/core/storage';
import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * Runs SQL as it is. Without values the text may hold several statements; `rows` are then those of all of them, in order.
 * Times come as Date, `numeric` as string, `jsonb` parsed.
 */
export interface SqlExecutor {
  // biome-ignore lint/suspicious/noExplicitAny: rows are whatever the text selects; pg-boss asks for this very type.
  executeSql(text: string, values?: unknown[]): Promise<{ rows: any[] }>;
}

/** Everything that is run through it is part of the transaction, on one connection; raw SQL one statement at a time. */
export interface Transaction extends SqlExecutor {
  readonly kysely: Kysely<Schema>;
}

/**
 * One PostgreSQL, within this process or elsewhere. Errors pass as the driver throws them: who calls says what they mean for a
 * user (see `databaseError`).
 */
export interface Database extends SqlExecutor {
  /** `pglite`: in the data folder, on one connection, so that transactions follow each other. */
  readonly backend: 'pglite' | 'postgres';
  readonly kysely: Kysely<Schema>;
  /**
   * All or nothing. Rolled back when `work` rejects, and when it asks for nothing for {@link IDLE_TRANSACTION_LIMIT_MS}: inside it
   * use what it is given, for a call of the database itself would wait for its end.
   */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /**
   * Of the embedded database alone: copies its files at one moment.
   *
   * @returns the name of a folder in the data folder that holds the copy, as `database`
   */
  copyFiles?(): Promise<string>;
  /** Of a server alone: connections that are in use and idle, and calls that wait for one. */
  connectionFigures?(): ConnectionFigures;
  /** Of a server alone: see the same member of `SpeechStorage`. */
  readonly onConnectionWait?: OnConnectionWait;
  /** Waits for what runs. Safe to call twice. */
  close(): Promise<void>;
}

/** A transaction that asks for nothing this long, in milliseconds, is taken for hung: it holds locks that others wait for. */
export const IDLE_TRANSACTION_LIMIT_MS = 30_000;
