import type { PGliteConnection } from './pglite-host.ts';

export interface PgliteHousekeeping {
  /**
   * Called after each turn. Never throws: failed work is tried again later.
   *
   * @param isWaitedFor whether a caller waits for the connection: then housekeeping is deferred for a while, since it blocks all calls
   */
  after(connection: PGliteConnection, isWaitedFor: boolean): Promise<void>;
}

/** The number of turns between two checks: a check costs a tenth of a write. */
const TURNS_BETWEEN_LOOKS = 200;
/** The limit for deferring it while callers always wait. */
const TURNS_PUT_OFF = 2000;
/** PostgreSQL's own limits: those of autovacuum, and half of `max_wal_size`, as of its checkpointer. */
const DEAD_ROWS_AT_LEAST = 1000;
const DEAD_SHARE = 0.2;
const LOG_BYTES = 32 * 1024 * 1024;

/** The size of the write-ahead log since the last checkpoint. */
const LOG_GROWTH = `select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()`;
const BLOATED_TABLES = `
  select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
  where n_dead_tup > ${DEAD_ROWS_AT_LEAST} + ${DEAD_SHARE} * n_live_tup`;

/**
 * Does the work of PostgreSQL's background processes, which PGlite lacks: without checkpoints the write-ahead log grows as long as it runs, and
 * without vacuum so do the tables, which the queue changes all the time.
 */
export function createPgliteHousekeeping(): PgliteHousekeeping {
  let turns = 0;
  return {
    async after(connection, isWaitedFor) {
      if (++turns < (isWaitedFor ? TURNS_PUT_OFF : TURNS_BETWEEN_LOOKS) || !connection.isOpen) return;
      turns = 0;
      try {
        await clearUp(connection);
      } catch {
        // Such as a full disk: the next write fails with the same error.
      }
    },
  };
}

async function clearUp(connection: PGliteConnection): Promise<void> {
  const ask = async <Row>(text: string): Promise<readonly Row[]> =>
    (await connection.run(text, [])).rows as readonly Row[];
  await ask('select pg_stat_force_next_flush()');
  for (const { name } of await ask<{ name: string }>(BLOATED_TABLES)) await ask(`vacuum (analyze) ${name}`);
  const [log] = await ask<{ bytes: number }>(LOG_GROWTH);
  if (log !== undefined && log.bytes > LOG_BYTES) await ask('checkpoint');
}
