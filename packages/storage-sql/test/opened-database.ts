import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type Database, openDatabase } from '../src/index.ts';
import { type PgBouncer, startPgBouncer } from './pgbouncer.ts';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';

/** Opens PGlite once for the suite that calls this. @returns returns it, from the suite's first test on */
export function useEmbeddedDatabase(): () => Database {
  let folder: string;
  let database: Database;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parlance-database-'));
    database = await openDatabase({ folder });
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });
  return () => database;
}

export interface OpenedPostgres {
  readonly server: PostgresServer;
  readonly database: Database;
}

/** Starts PostgreSQL and opens it once for the suite that calls this. @returns returns both, from the suite's first test on */
export function usePostgres(): () => OpenedPostgres {
  let opened: OpenedPostgres;
  beforeAll(async () => {
    const server = await startPostgresServer();
    opened = { server, database: await openDatabase({ url: server.url }) };
  });
  afterAll(async () => {
    await opened.database.close();
    await opened.server.remove();
  });
  return () => opened;
}

export interface OpenedPgBouncer {
  readonly pgBouncer: PgBouncer;
  readonly database: Database;
}

/** Starts PostgreSQL behind PgBouncer and opens it through that. @returns returns both, from the suite's first test on */
export function usePgBouncer(): () => OpenedPgBouncer {
  let server: PostgresServer;
  let opened: OpenedPgBouncer;
  beforeAll(async () => {
    server = await startPostgresServer();
    const pgBouncer = await startPgBouncer(server.url);
    opened = { pgBouncer, database: await openDatabase({ url: pgBouncer.url }) };
  });
  afterAll(async () => {
    await opened.database.close();
    await opened.pgBouncer.remove();
    await server.remove();
  });
  return () => opened;
}
