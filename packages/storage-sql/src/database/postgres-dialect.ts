import { SpeechError } from '@parlance/core/errors';
import { type Dialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import { IDLE_TRANSACTION_LIMIT_MS, type SqlExecutor } from './database.ts';

/** A service of one process waits for the database more than it works in it. */
const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 60_000;
/** Ours, for where the server is gone and nothing says so: later than its own. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5000;

/** A lock that a migration does not get in this time it asks for again later: whoever comes after it would wait behind it. */
const MIGRATION_LOCK_TIMEOUT_MS = 3000;

const LIMITS = {
  calls: {
    max: MAX_CONNECTIONS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_LIMIT_MS,
  },
  // A step over a large table takes as long as it takes.
  migrations: { max: 2, lock_timeout: MIGRATION_LOCK_TIMEOUT_MS },
  // Between two pages whatever takes the backup may take its time.
  backups: { max: 1 },
} satisfies Record<string, pg.PoolConfig>;

export type PostgresUse = keyof typeof LIMITS;

export interface Postgres extends SqlExecutor {
  readonly dialect: Dialect;
}

/**
 * A PostgreSQL server, by a pool of connections. A broken connection is dropped, and the next call opens a new one.
 *
 * @param use what the connections are for, which sets their limits
 * @throws SpeechError `INVALID_CONFIG`
 */
export function openPostgres(url: string, use: PostgresUse = 'calls'): Postgres {
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
    throw new SpeechError(
      'INVALID_CONFIG',
      'DATABASE_URL must be an address such as postgres://user:password@host:5432/name.',
    );
  }
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'parlance',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    ...LIMITS[use],
  });
  // An idle connection that breaks is no error of anybody; without a listener it would end the process.
  pool.on('error', () => undefined);
  // The same of one that breaks between two statements of a transaction: the next statement says so.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return {
    dialect: new PostgresDialect({ pool }),
    async executeSql(text, values) {
      // The driver gives one result for each statement of a script, which its types don't say.
      const results = [await pool.query(text, values)].flat();
      return { rows: results.flatMap(({ rows }) => rows) };
    },
  };
}
