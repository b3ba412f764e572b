import { SpeechError } from '@parlance/core/errors';
import { IDLE_TRANSACTION_LIMIT_MS } from '../database.ts';
import type { PGliteConnection } from './pglite-host.ts';
import { createPgliteHousekeeping } from './pglite-housekeeping.ts';
import type { StatementResult } from './pglite-messages.ts';

/** The right to use the single connection, held by one caller at a time. */
export interface Turn {
  run(text: string, values: readonly unknown[]): Promise<StatementResult>;
  /** Sends the statement that begins a transaction together with its first statement, which saves a round trip to the thread. */
  begin(text: string): void;
  /** @returns whether the transaction was committed; false if a statement in it had failed */
  commit(): Promise<boolean>;
  rollback(): Promise<void>;
  /** Passes the connection on; an open transaction is rolled back. */
  release(): Promise<void>;
}

export interface Turns {
  take(): Promise<Turn>;
  /** Waits for earlier turns. Safe to call twice. */
  close(): Promise<void>;
}

/** A start takes a second of a core: if it fails, all waiting callers get its error, and the next attempt is made after this time. */
const RESTART_EVERY_MS = 1000;

export interface TurnsOptions {
  /** Whether a transaction may be without statements for any time, since nobody waits for its end. Default: false. */
  readonly mayIdle?: boolean;
}

/**
 * Grants turns in the order of requests. A transaction without statements is rolled back after
 * {@link IDLE_TRANSACTION_LIMIT_MS}, since all others wait for it. If the database has stopped, the next turn restarts it.
 */
export function createTurns(
  connect: () => Promise<PGliteConnection>,
  { mayIdle = false }: TurnsOptions = {},
): Turns {
  let last: Promise<void> = Promise.resolve();
  let connection: PGliteConnection | undefined;
  let isClosed = false;
  let refusal: { readonly cause: unknown; readonly atMs: number } | undefined;
  const housekeeping = createPgliteHousekeeping();

  const connected = async (): Promise<PGliteConnection> => {
    if (isClosed) throw new SpeechError('STORAGE_FAILED', 'The database is closed.', { reason: 'CLOSED' });
    if (connection?.isOpen === true) return connection;
    if (refusal !== undefined && performance.now() - refusal.atMs < RESTART_EVERY_MS) throw refusal.cause;
    try {
      connection = await connect();
    } catch (cause) {
      refusal = { cause, atMs: performance.now() };
      throw cause;
    }
    return connection;
  };
  return {
    async take() {
      const turn = Promise.withResolvers<void>();
      const before = last;
      last = turn.promise;
      await before;
      try {
        const lent = await connected();
        return lend(lent, {
          mayIdle,
          passOn() {
            // Not awaited: the caller has its answer already, and only later callers wait.
            void housekeeping.after(lent, last !== turn.promise).finally(turn.resolve);
          },
        });
      } catch (error) {
        turn.resolve();
        throw error;
      }
    },
    async close() {
      const before = last;
      last = before.then(async () => {
        if (isClosed) return;
        isClosed = true;
        await connection?.close();
      });
      await last;
    },
  };
}

function lend(
  connection: PGliteConnection,
  { mayIdle, passOn }: { readonly mayIdle: boolean; readonly passOn: () => void },
): Turn {
  let isOver = false;
  let isInTransaction = false;
  /** The statement that begins the transaction, until its first statement has been sent. */
  let begin: string | undefined;
  let runs = 0;
  let idle: NodeJS.Timeout | undefined;

  const run = async (text: string, values: readonly unknown[]): Promise<StatementResult> => {
    if (isOver) throw rolledBack();
    clearTimeout(idle);
    runs++;
    const first = begin;
    begin = undefined;
    try {
      return await connection.run(text, values, first);
    } finally {
      runs--;
      if (isInTransaction && runs === 0) watch();
    }
  };
  const watch = (): void => {
    clearTimeout(idle);
    if (!mayIdle) idle = setTimeout(() => void release(), IDLE_TRANSACTION_LIMIT_MS);
  };
  /** @returns `undefined` if there is nothing to end */
  const end = async (text: string): Promise<StatementResult | undefined> => {
    isInTransaction = false;
    if (begin === undefined) return run(text, []);
    begin = undefined;
    if (isOver) throw rolledBack();
    return undefined;
  };
  const release = async (): Promise<void> => {
    if (isOver) return;
    isOver = true;
    clearTimeout(idle);
    // A connection that stopped has already rolled back.
    if (isInTransaction && begin === undefined) {
      await connection.run('rollback', []).catch(() => undefined);
    }
    passOn();
  };
  return {
    run,
    begin(text) {
      begin = text;
      isInTransaction = true;
      watch();
    },
    commit: async () => (await end('commit'))?.command !== 'ROLLBACK',
    rollback: async () => void (await end('rollback')),
    release,
  };
}

function rolledBack(): SpeechError {
  return new SpeechError(
    'STORAGE_FAILED',
    `A transaction was rolled back because it had no statement for ${IDLE_TRANSACTION_LIMIT_MS / 1000} s.`,
    { reason: 'IDLE_TRANSACTION' },
  );
}
