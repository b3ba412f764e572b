import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JobKind } from '@parlance/core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { Database } from '../src/database/database.ts';
import { openDatabase } from '../src/database/open-database.ts';
import { openJobQueue } from '../src/queue/open-job-queue.ts';
import {
  NO_POSTGRES,
  type PostgresServer,
  postgresPrograms,
  startPostgresServer,
} from './postgres-server.ts';
import { describeJobQueue, type QueueSubject } from './queue-contract.ts';
import { systemClock } from './system-clock.ts';

/** The queue is opened anew for each case, the database once: it is what takes seconds. */
async function openSubject(database: Database): Promise<QueueSubject> {
  const queue = await openJobQueue(database, { clock: systemClock });
  return {
    queue,
    async transact(work, isRolledBack = false) {
      const kinds: JobKind[] = [];
      const rollBack = new Error('rolled back');
      const transacted = database.transaction(async (transaction) => {
        await work({
          async add(kind, id, startAfter) {
            kinds.push(kind);
            await queue.add(transaction, kind, id, startAfter);
          },
        });
        if (isRolledBack) throw rollBack;
      });
      await transacted.catch((error: unknown) => {
        if (error !== rollBack) throw error;
      });
      queue.committed(kinds);
    },
    async close() {
      await queue.close(0);
      await database.executeSql('DELETE FROM pgboss.job');
    },
  };
}

describe('on PGlite', () => {
  let folder: string;
  let database: Database;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parlance-queue-'));
    database = await openDatabase({ folder });
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });
  describeJobQueue('PGlite', () => openSubject(database));
});

describe.skipIf(postgresPrograms === undefined)('on PostgreSQL', () => {
  let server: PostgresServer;
  let database: Database;
  beforeAll(async () => {
    server = await startPostgresServer();
    database = await openDatabase({ url: server.url });
  });
  afterAll(async () => {
    await database.close();
    await server.remove();
  });
  describeJobQueue('PostgreSQL', () => openSubject(database));
});

it.skipIf(postgresPrograms !== undefined)('runs on PostgreSQL too, where it is installed', ({ skip }) => {
  console.warn(NO_POSTGRES);
  skip(NO_POSTGRES);
});
