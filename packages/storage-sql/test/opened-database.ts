import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type Database, openDatabase } from '../src/index.ts';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';

/** Opens PGlite once for the suite that calls it. @returns gives it, from the suite's first test on */
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

/** Starts PostgreSQL and opens it once for the suite that calls it. @returns gives both, from the suite's first test on */
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
