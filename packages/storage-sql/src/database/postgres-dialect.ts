import { SpeechError } from '@parlance/core/errors';
import type { ConnectionFigures, OnConnectionWait } from '@parlance/core/storage';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  PostgresDialect,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';
import { IDLE_TRANSACTION_LIMIT_MS, type SqlExecutor } from './database.ts';

/** A service of one process waits for the database more than it works in it. */
const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 60_000;
/** Ours, for where the server is gone and nothing says so: later than its own. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5000;

/** Settings of a session, which a pooler in transaction mode refuses: whoever comes next would have them. */
const SESSION_LIMITS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: IDLE_TRANSACTION_LIMIT_MS,
} satisfies pg.PoolConfig;
/** The same for one transaction. */
const TRANSACTION_LIMITS = Object.entries(SESSION_LIMITS)
  .map(([name, ms]) => `set local ${name} = ${ms}`)
  .join('; ');

const LIMITS = {
  calls: { max: MAX_CONNECTIONS, query_timeout: ANSWER_TIMEOUT_MS },
  // A step over a large table takes as long as it takes. One connection holds the lock meanwhile.
  migrations: { max: 2 },
  looks: { max: 1, query_timeout: ANSWER_TIMEOUT_MS },
  // Between two pages whatever takes the backup may take its time.
  backups: { max: 1 },
} satisfies Record<string, pg.PoolConfig>;

export interface PostgresOptions {
  /** What the connections are for, which sets their limits. Default: `calls`. */
  readonly use?: keyof typeof LIMITS;
  /** At most. Default: 10 for calls. */
  readonly connections?: number | undefined;
  /** Whether there is a pooler in between that lends its connections by the transaction; see {@link isPooled}. */
  readonly isPooled?: boolean;
}

export interface Postgres extends SqlExecutor {
  readonly dialect: Dialect;
  /** Connections that are in use and idle, and calls that wait for one. */
  connectionFigures(): ConnectionFigures;
  readonly onConnectionWait: OnConnectionWait;
}

/**
 * A PostgreSQL server, by a pool of connections. A broken connection is dropped, and the next call opens a new one.
 *
 * @throws SpeechError `INVALID_CONFIG`
 */
export function openPostgres(url: string, options: PostgresOptions = {}): Postgres {
  const { use = 'calls', connections, isPooled: withPooler = false } = options;
  const pool = new MeasuredPool({
    ...connectionOf(url),
    ...LIMITS[use],
    ...(connections !== undefined && { max: connections }),
    ...(use === 'calls' && !withPooler && SESSION_LIMITS),
  });
  // An idle connection that breaks is no error of anybody; without a listener it would end the process.
  pool.on('error', () => undefined);
  // The same of one that breaks between two statements of a transaction: the next statement says so.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return {
    dialect: use === 'calls' && withPooler ? pooledDialect(pool) : new PostgresDialect({ pool }),
    async executeSql(text, values) {
      // The driver gives one result for each statement of a script, which its types don't say.
      const results = [await pool.query(text, values)].flat();
      return { rows: results.flatMap(({ rows }) => rows) };
    },
    connectionFigures: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    onConnectionWait: (listener) => pool.onWait(listener),
  };
}

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

/** Tells how long each call waited for its connection, one that got none included. */
class MeasuredPool extends pg.Pool {
  readonly #listeners = new Set<(waitMs: number) => void>();

  onWait(listener: (waitMs: number) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** The pool's own `query` comes by here too, with a callback. */
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const askedMs = performance.now();
    const tell = (): void => {
      for (const listener of this.#listeners) listener(performance.now() - askedMs);
    };
    if (callback === undefined) return super.connect().finally(tell);
    super.connect((...answer) => {
      tell();
      callback(...answer);
    });
    return undefined;
  }
}

const PROTOCOL_VIOLATION = '08P01';

/**
 * Whether a pooler such as PgBouncer answers at the address, and lends its connections by the transaction: it refuses settings of a
 * session.
 *
 * @throws SpeechError `INVALID_CONFIG`; errors of the driver when there is no answer
 */
export async function isPooled(url: string): Promise<boolean> {
  const client = new pg.Client({ ...connectionOf(url), ...SESSION_LIMITS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return false;
  } catch (cause) {
    if (Reflect.get(Object(cause), 'code') === PROTOCOL_VIOLATION) return true;
    throw cause;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function connectionOf(url: string): pg.ClientConfig {
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
    throw new SpeechError(
      'INVALID_CONFIG',
      'DATABASE_URL must be an address such as postgres://user:password@host:5432/name.',
    );
  }
  return {
    connectionString: url,
    application_name: 'parlance',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  };
}

/** Transactions bring their limits along. */
class PooledDriver extends PostgresDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    await super.beginTransaction(connection, settings);
    await connection.executeQuery(CompiledQuery.raw(TRANSACTION_LIMITS));
  }
}

function pooledDialect(pool: pg.Pool): Dialect {
  const dialect = new PostgresDialect({ pool });
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => new PooledDriver({ pool }),
    createIntrospector: (database) => dialect.createIntrospector(database),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}
