import { Socket } from 'node:net';
import { SpeechError } from '@parlance/core/errors';
import type { ConnectionFigures, OnConnectionWait } from '@parlance/core/storage';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';
import { IDLE_TRANSACTION_LIMIT_MS, type SqlExecutor } from './database.ts';
import { createKyselyPool } from './kysely-pool.ts';

/** More would not help a single process, which mostly waits for the database. */
const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MS = 60_000;
/** The client's timeout, for a server that is gone without closing the connection; later than the server's own. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5000;

/** Session settings. A pooler in transaction mode refuses them, since the next client would get them. */
const SESSION_LIMITS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: IDLE_TRANSACTION_LIMIT_MS,
} satisfies pg.PoolConfig;
/** The same limits for one transaction. */
const TRANSACTION_LIMITS = Object.entries(SESSION_LIMITS)
  .map(([name, ms]) => `set local ${name} = ${ms}`)
  .join('; ');

const LIMITS = {
  calls: { max: MAX_CONNECTIONS, query_timeout: ANSWER_TIMEOUT_MS },
  // A step over a large table has no time limit. One connection holds the lock meanwhile.
  migrations: { max: 2 },
  looks: { max: 1, query_timeout: ANSWER_TIMEOUT_MS },
  // The consumer of a backup may be slow between two pages.
  backups: { max: 1 },
} satisfies Record<string, pg.PoolConfig>;

export interface PostgresOptions {
  /** The purpose of the connections, which determines their limits. Default: `calls`. */
  readonly use?: keyof typeof LIMITS;
  /** Maximum number of connections. Default: 10 for calls. */
  readonly connections?: number | undefined;
  /** Whether a pooler in transaction mode is in between; see {@link isPooled}. */
  readonly isPooled?: boolean;
}

export interface Postgres extends SqlExecutor {
  readonly dialect: Dialect;
  /** Busy and idle connections, and calls that wait for one. */
  connectionFigures(): ConnectionFigures;
  readonly onConnectionWait: OnConnectionWait;
}

/**
 * Connects to a PostgreSQL server with a pool of connections. A connection that is broken or does not answer is
 * dropped, and the next call opens a new one.
 *
 * @throws SpeechError `INVALID_CONFIG`
 */
export function openPostgres(url: string, options: PostgresOptions = {}): Postgres {
  const { use = 'calls', connections, isPooled: withPooler = false } = options;
  const sockets = new Set<Socket>();
  const pool = new MeasuredPool({
    ...connectionOf(url),
    ...LIMITS[use],
    ...(connections !== undefined && { max: connections }),
    ...(use === 'calls' && !withPooler && SESSION_LIMITS),
    stream: () => openSocket(sockets),
  });
  // A broken idle connection affects no call; without a listener it would end the process.
  pool.on('error', () => undefined);
  // The same for a connection that breaks between two statements of a transaction: the next statement reports it.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const lent = createKyselyPool(pool, sockets);
  return {
    dialect: use === 'calls' && withPooler ? pooledDialect(lent) : new PostgresDialect({ pool: lent }),
    async executeSql(text, values) {
      // For a script the driver returns one result per statement, which its types omit.
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

/** A new socket, as the driver itself makes it. It is in the set until it has closed. */
function openSocket(sockets: Set<Socket>): Socket {
  const socket = new Socket();
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
  return socket;
}

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

/** Reports how long each call waited for a connection, including calls that got none. */
class MeasuredPool extends pg.Pool {
  readonly #listeners = new Set<(waitMs: number) => void>();

  onWait(listener: (waitMs: number) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** The pool's own `query` also calls this, with a callback. */
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
 * Whether a pooler such as PgBouncer in transaction mode answers at the address: it refuses session
 * settings.
 *
 * @throws SpeechError `INVALID_CONFIG`; errors of the driver if there is no answer
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

/** Sets the limits in each transaction. */
class PooledDriver extends PostgresDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    await super.beginTransaction(connection, settings);
    await connection.executeQuery(CompiledQuery.raw(TRANSACTION_LIMITS));
  }
}

function pooledDialect(pool: PostgresPool): Dialect {
  const dialect = new PostgresDialect({ pool });
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => new PooledDriver({ pool }),
    createIntrospector: (database) => dialect.createIntrospector(database),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}
