import { SpeechError } from '@parlance/core/errors';
import { IDLE_TRANSACTION_LIMIT_MS } from '../database.ts';
import type { PGliteConnection } from './pglite-host.ts';
import { createPgliteHousekeeping } from './pglite-housekeeping.ts';
import type { StatementResult } from './pglite-messages.ts';

/** The one connection, lent to one caller at a time. */
export interface Turn {
  run(text: string, values: readonly unknown[]): Promise<StatementResult>;
  /** What begins a transaction goes with its first statement: a way to the thread and back less. */
  begin(text: string): void;
  /** @returns whether the transaction was kept; not when a statement of it had failed */
  commit(): Promise<boolean>;
  rollback(): Promise<void>;
  /** Passes the connection on, rolled back when a transaction is still open. */
  release(): Promise<void>;
}

export interface Turns {
  take(): Promise<Turn>;
  /** Waits for the turns that were taken before. Safe to call twice. */
  close(): Promise<void>;
}

/** A start takes a second of a core: where it fails, all who wait get its answer, and the next try comes after this time. */
const RESTART_EVERY_MS = 1000;

/**
 * Lends the connection in the order of asking. A caller that holds a transaction and asks for nothing is rolled back after
 * {@link IDLE_TRANSACTION_LIMIT_MS}: all others wait for it. When the database has stopped, the next turn starts it again.
 */
export function createTurns(connect: () => Promise<PGliteConnection>): Turns {
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
        return lend(lent, () => {
          // Beside the answer that was got: whoever comes during it waits, and not who came before.
          void housekeeping.after(lent, last !== turn.promise).finally(turn.resolve);
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

function lend(connection: PGliteConnection, passOn: () => void): Turn {
  let isOver = false;
  let isInTransaction = false;
  /** What begins the transaction, as long as no statement of it was asked. */
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
    idle = setTimeout(() => void release(), IDLE_TRANSACTION_LIMIT_MS);
  };
  /** @returns `undefined` when there is nothing to end */
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
    // A connection that stopped has rolled back by itself.
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
    `A transaction was rolled back, since it asked for nothing for ${IDLE_TRANSACTION_LIMIT_MS / 1000} s.`,
    { reason: 'IDLE_TRANSACTION' },
  );
}
