import type { Socket } from 'node:net';
import { systemClock, within } from '@parlance/core/platform';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';

/** Time at the end for running calls, and for the server to close its side of the connections. */
const END_MS = 2000;

/**
 * The pool as Kysely uses it, which returns every connection as a good one. A connection whose answer did not come in time is closed instead: the
 * driver sends its next statement only after that answer, so every later call on it would wait in vain until TCP notices that the server is gone.
 *
 * @param sockets those of the pool that are open
 */
export function createKyselyPool(pool: pg.Pool, sockets: ReadonlySet<Socket>): PostgresPool {
  return {
    options: pool.options,
    connect: async () => lend(await pool.connect()),
    end: () => end(pool, sockets),
  };
}

/** A server that does not answer does not close its side either, and open connections would keep the process alive. */
async function end(pool: pg.Pool, sockets: ReadonlySet<Socket>): Promise<void> {
  const allClosed = async (): Promise<void> => {
    await pool.end();
    await Promise.all([...sockets].map(closed));
  };
  await within(systemClock, END_MS, allClosed());
  for (const socket of sockets) socket.destroy();
}

const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => void socket.once('close', () => resolve()));

function lend(client: pg.PoolClient): PostgresPoolClient {
  /** Why no further answer is expected. */
  let silence: unknown;
  const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    if (silence !== undefined) throw silence;
    try {
      return await client.query(text, [...values]);
    } catch (cause) {
      // An error of the server is an answer.
      if (!(cause instanceof pg.DatabaseError)) silence = cause;
      throw cause;
    }
  };
  return {
    query: query as PostgresPoolClient['query'],
    release: (isUnusable = false) => client.release(isUnusable || silence !== undefined),
  };
}
