import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';

/**
 * The pool as Kysely uses it, which returns every connection as a good one. A connection whose answer did not come in time is closed instead: the
 * driver sends its next statement only after that answer, so every later call on it would wait in vain until TCP notices that the server is gone.
 */
export function createKyselyPool(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    connect: async () => lend(await pool.connect()),
    end: () => pool.end(),
  };
}

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
