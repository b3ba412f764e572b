import { systemClock } from '@parlance/core/platform';
import { JOB_KINDS, type JobKind } from '@parlance/core/requests';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  CLOCK_GRAIN_MS,
  describeJobQueue,
  type QueueSubject,
  Runs,
} from '../../storage/test/queue-contract.ts';
import type { Database } from '../src/database/database.ts';
import { openDatabase } from '../src/index.ts';
import { DEPTH, HAND_BACK, HAS, NEXT_DUE, RECLAIM_LAPSED } from '../src/queue/job-statements.ts';
import { type DurableJobQueue, openJobQueue } from '../src/queue/open-job-queue.ts';
import { LEAVE_TO_OTHERS_MS, PULSE_EVERY_MS } from '../src/queue/queue-settings.ts';
import { useEmbeddedDatabase, usePgBouncer, usePostgres } from './opened-database.ts';
import { hasPgBouncer } from './pgbouncer.ts';
import { NO_POSTGRES, postgresPrograms } from './postgres-server.ts';

/** Opens the queue for each case, but the database only once, since that takes seconds. */
async function openSubject(database: Database): Promise<QueueSubject> {
  const queue = await openJobQueue(database, { clock: systemClock });
  return {
    queue,
    async transact(work, isRolledBack = false) {
      const kinds: JobKind[] = [];
      const rollBack = new Error('rolled back');
      const transacted = database.transaction(async (transaction) => {
        await work({
          async add(kind, id, options) {
            kinds.push(kind);
            await queue.add(transaction, kind, id, options);
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

/** Two queues on one database, as on two machines. */
function describeSharedQueue(name: string, database: () => Database): void {
  describe(`job queue for two: ${name}`, () => {
    const open = async (): Promise<DurableJobQueue> => {
      const queue = await openJobQueue(database(), { clock: systemClock, housekeepingEveryMs: 500 });
      onTestFinished(() => queue.close(0));
      return queue;
    };

    it('starts a job that another added at the next pulse', async () => {
      const [one, other] = [await open(), await open()];
      const runs = new Runs();
      await other.work('transcription', { concurrency: 1 }, runs.handler);
      await one.add(database(), 'transcription', 'a');
      one.committed(['transcription']);
      const run = await runs.nth(1);
      run.end();
      await other.close(5000);
    });

    it('starts a planned job that another added at its time', async () => {
      const [one, other] = [await open(), await open()];
      const runs = new Runs();
      await other.work('webhook-delivery', { concurrency: 1 }, runs.handler);
      const dueAtMs = Date.now() + PULSE_EVERY_MS + 500;
      await one.add(database(), 'webhook-delivery', 'a', { startAfter: new Date(dueAtMs).toISOString() });
      const run = await runs.nth(1);
      expect(run.atMs).toBeGreaterThanOrEqual(dueAtMs - CLOCK_GRAIN_MS);
      run.end();
      await other.close(5000);
    });

    it('is not returned to the queue by a worker that has lost it to another', async () => {
      const queue = await open();
      const runs = new Runs();
      await queue.work('transcription', { concurrency: 1 }, runs.handler);
      await queue.add(database(), 'transcription', 'a');
      queue.committed(['transcription']);
      const run = await runs.nth(1);
      const jobs = async (): Promise<{ id: string; state: string; starts: number }[]> =>
        (
          await database().executeSql(
            `SELECT id, state, retry_count AS starts FROM pgboss.job WHERE name = 'transcription'`,
          )
        ).rows as never;
      const [taken] = await jobs();
      await database().executeSql(HAND_BACK, ['transcription', taken?.id, (taken?.starts ?? 0) - 1]);
      expect(await jobs()).toMatchObject([{ id: taken?.id, state: 'active' }]);
      run.end();
      await queue.close(5000);
    });

    it('does its housekeeping at fixed times, each time on one of them', async () => {
      const rounds: string[] = [];
      const { promise: done, resolve } = Promise.withResolvers<void>();
      for (const queue of [await open(), await open()]) {
        await queue.work('housekeeping', { concurrency: 1 }, async (id) => {
          rounds.push(id);
          if (rounds.length === 4) resolve();
        });
      }
      await done;
      const first = Date.parse(rounds[0] ?? '');
      expect(first % 500).toBe(0);
      const slots = rounds.map((round) => (Date.parse(round) - first) / 500);
      // A busy machine may skip a time; none is repeated, and none is out of order.
      expect(slots).toEqual([...new Set(slots)].sort((a, b) => a - b));
    });
  });
}

describe('on PGlite', () => {
  const database = useEmbeddedDatabase();
  describeJobQueue('PGlite', () => openSubject(database()));
  describeSharedQueue('PGlite', database);
});

describe.skipIf(postgresPrograms === undefined)('on PostgreSQL', () => {
  const postgres = usePostgres();
  describeJobQueue('PostgreSQL', () => openSubject(postgres().database));
  describeSharedQueue('PostgreSQL', () => postgres().database);

  it('is installed once by three processes that start together, in each of ten empty databases', async () => {
    const { server, database } = postgres();
    for (let at = 0; at < 10; at++) {
      await database.executeSql(`CREATE DATABASE empty${at}`);
      const { href: url } = new URL(`/empty${at}`, server.url);
      const starts = Array.from({ length: 3 }, async () => {
        const own = await openDatabase({ url });
        const queue = await openJobQueue(own, { clock: systemClock }).finally(() =>
          onTestFinished(own.close),
        );
        await queue.add(own, 'synthesis', 'shared');
        return queue;
      });
      const queues = await Promise.all(starts);
      for (const queue of queues) {
        expect(await queue.backlog()).toMatchObject({ synthesis: { running: 0, waiting: 1, planned: 0 } });
        await queue.close(0);
      }
    }
  });

  it('leaves work for a whole machine to an idle one, and takes it if no other does', async () => {
    const { database } = postgres();
    const open = (): Promise<DurableJobQueue> => openJobQueue(database, { clock: systemClock });
    const [one, other] = [await open(), await open()];
    const [here, there] = [new Runs(), new Runs()];
    const options = { concurrency: 4, fillsMachine: true };
    await one.work('synthesis', options, here.handler);
    const add = async (id: string): Promise<void> => {
      await one.add(database, 'synthesis', id);
      one.committed(['synthesis']);
    };
    await add('first');
    await here.nth(1);
    const idle = await other.work('synthesis', options, there.handler);
    await add('second');
    const elsewhere = await there.nth(1);
    expect(elsewhere.id).toBe('second');
    expect(here.ids).toEqual(['first']);
    elsewhere.end();
    await idle.stop(5000);
    const addedAtMs = Date.now();
    await add('third');
    const { id, atMs } = await here.nth(2);
    expect(id).toBe('third');
    expect(atMs - addedAtMs).toBeGreaterThanOrEqual(LEAVE_TO_OTHERS_MS);
    for (const run of here.begun) run.end();
    await Promise.all([one.close(5000), other.close(5000)]);
  });

  it('takes no job while a transaction that adds it again is open', async () => {
    const { database } = postgres();
    const queue = await openJobQueue(database, { clock: systemClock });
    const runs = new Runs();
    await queue.add(database, 'synthesis', 'again');
    await database.transaction(async (transaction) => {
      await queue.add(transaction, 'synthesis', 'again');
      await queue.add(database, 'synthesis', 'other');
      // A worker that took `again` now would see the record as it was before the transaction.
      await queue.work('synthesis', { concurrency: 2 }, runs.handler);
      (await runs.nth(1)).end();
    });
    (await runs.nth(2)).end();
    expect(runs.ids).toEqual(['other', 'again']);
    await queue.close(1000);
  });

  it('reads few of the waiting jobs, however many there are', async () => {
    const { database } = postgres();
    const queue = await openJobQueue(database, { clock: systemClock });
    await queue.add(database, 'synthesis', 'first');
    const { rows: columns } = await database.executeSql(
      `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
       where table_schema = 'pgboss' and table_name = 'job' and column_name not in ('id', 'singleton_key')`,
    );
    const { names } = columns[0] as { readonly names: string };
    await database.executeSql(
      `insert into pgboss.job (id, singleton_key, ${names})
       select gen_random_uuid(), 'waiting' || number, ${names} from pgboss.job, generate_series(1, 30000) as number`,
    );
    await database.executeSql('analyze pgboss.job');
    const readBy = async (statement: string, values: unknown[]): Promise<number> => {
      const { rows } = await database.executeSql(
        `explain (analyze, buffers, format json) ${statement}`,
        values,
      );
      const [{ Plan }] = (rows[0] as { readonly 'QUERY PLAN': [{ Plan: Record<string, number> }] })[
        'QUERY PLAN'
      ];
      return (Plan['Shared Hit Blocks'] ?? 0) + (Plan['Shared Read Blocks'] ?? 0);
    };
    // The table has thousands of pages of 8 KiB.
    expect(await readBy(NEXT_DUE, [JOB_KINDS, []])).toBeLessThan(50);
    expect(await readBy(RECLAIM_LAPSED, [JOB_KINDS])).toBeLessThan(50);
    expect(await readBy(DEPTH, ['synthesis', 1000])).toBeLessThan(100);
    expect(await readBy(HAS, ['synthesis', 'waiting7'])).toBeLessThan(50);
    expect(await queue.depth('synthesis')).toBe(30_001);
    await database.executeSql('DELETE FROM pgboss.job');
    await queue.close(0);
  });

  it('adds a job once, however many transactions add it at the same time', async () => {
    const { database } = postgres();
    const queue = await openJobQueue(database, { clock: systemClock });
    const add = () =>
      database.transaction((transaction) => queue.add(transaction, 'transcription', 'popular'));
    await Promise.all(Array.from({ length: 8 }, add));
    expect(await queue.backlog()).toMatchObject({ transcription: { running: 0, waiting: 1, planned: 0 } });
    await database.executeSql('DELETE FROM pgboss.job');
    await queue.close(0);
  });
});

describe.skipIf(postgresPrograms === undefined || !hasPgBouncer)('behind PgBouncer', () => {
  const opened = usePgBouncer();
  describeJobQueue('PgBouncer', () => openSubject(opened().database));
  describeSharedQueue('PgBouncer', () => opened().database);
});

it.skipIf(postgresPrograms !== undefined)('runs on PostgreSQL too, if it is installed', ({ skip }) => {
  console.warn(NO_POSTGRES);
  skip(NO_POSTGRES);
});
