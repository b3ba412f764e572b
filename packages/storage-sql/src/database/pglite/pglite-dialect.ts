import { SpeechError } from '@parlance/core/errors';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PGliteAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { Turn, Turns } from './pglite-turns.ts';

/** Kysely on the single connection of the embedded database: a query takes one turn, and a transaction one turn for all of its queries. */
export function createPGliteDialect(turns: Turns): Dialect {
  return {
    createAdapter: () => new TurnAdapter(),
    createDriver: () => createDriver(turns),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

/** For a single connection Kysely would keep its own queue, in which callers wait forever after one that hangs. */
class TurnAdapter extends PGliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

interface TurnConnection extends DatabaseConnection {
  readonly turn: Turn;
}

function createDriver(turns: Turns): Driver {
  const turnOf = (connection: DatabaseConnection): Turn => (connection as TurnConnection).turn;
  return {
    init: async () => undefined,
    acquireConnection: async () => createConnection(await turns.take()),
    beginTransaction: async (connection, settings) => turnOf(connection).begin(beginText(settings)),
    async commitTransaction(connection) {
      if (await turnOf(connection).commit()) return;
      throw new SpeechError(
        'STORAGE_FAILED',
        'A transaction was rolled back because a statement in it had failed.',
        { reason: 'ABORTED_TRANSACTION' },
      );
    },
    rollbackTransaction: (connection) => turnOf(connection).rollback(),
    releaseConnection: (connection) => turnOf(connection).release(),
    destroy: () => turns.close(),
  };
}

function beginText({ isolationLevel, accessMode }: TransactionSettings): string {
  return [
    'start transaction',
    ...(isolationLevel === undefined ? [] : [`isolation level ${isolationLevel}`]),
    ...(accessMode === undefined ? [] : [accessMode]),
  ].join(' ');
}

function createConnection(turn: Turn): TurnConnection {
  return {
    turn,
    async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
      const { rows, affectedRows } = await turn.run(query.sql, query.parameters);
      return { rows: rows as Row[], numAffectedRows: BigInt(affectedRows) };
    },
    streamQuery() {
      throw new SpeechError('INTERNAL', 'The embedded database cannot stream rows; request a page of them.');
    },
  };
}
