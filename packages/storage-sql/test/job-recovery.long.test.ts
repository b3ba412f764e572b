import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '@parlance/core/platform';
import { deferred } from '@parlance/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../storage/test/temporary-folder.ts';
import type { Database } from '../src/database/database.ts';
import { openDatabase } from '../src/database/open-database.ts';
import { openJobQueue } from '../src/queue/open-job-queue.ts';
import type { OpenedPostgres } from './opened-database.ts';
import { NO_POSTGRES, postgresPrograms, startPostgresServer } from './postgres-server.ts';
import { startQueueProcess } from './queue-process.ts';

/** The time that the port promises for restarting a job whose worker was killed. */
const PROMISE_MS = 35_000;
const KILLS = 3;
const TEST_MS = 180_000;

if (postgresPrograms === undefined) console.warn(NO_POSTGRES);

/** A server for each attempt of a test: a job left by a killed process would be taken before those of the next attempt. */
async function ownPostgres(): Promise<OpenedPostgres> {
  const server = await startPostgresServer();
  onTestFinished(() => server.remove());
  const database = await openDatabase({ url: server.url });
  onTestFinished(() => database.close());
  return { server, database };
}

async function addJob(database: Database, id: string): Promise<void> {
  const queue = await openJobQueue(database, { clock: systemClock });
  await queue.add(database, 'synthesis', id);
  await queue.close(0);
}

describe.skipIf(postgresPrograms === undefined)('jobs of dead workers on PostgreSQL', () => {
  it(
    'are passed to another process in time, kill after kill, and count their starts',
    async () => {
      const { server, database } = await ownPostgres();
      await addJob(database, 'killed');
      let worker = startQueueProcess(server.url, 'hold');
      await worker.says('begun killed 1');
      const tookMs: number[] = [];
      for (let kill = 1; kill <= KILLS; kill++) {
        const next = startQueueProcess(server.url, kill === KILLS ? 'do' : 'hold');
        await next.says('ready');
        const killedAtMs = performance.now();
        await worker.kill();
        await next.says(`begun killed ${kill + 1}`);
        tookMs.push(Math.round(performance.now() - killedAtMs));
        worker = next;
      }
      console.info(`PostgreSQL: begun again ${tookMs.join(', ')} ms after kill -9`);
      expect(Math.max(...tookMs)).toBeLessThan(PROMISE_MS);
    },
    TEST_MS,
  );

  it(
    'are not completed by a worker that continues after a long suspension',
    async () => {
      const { server, database } = await ownPostgres();
      const stopped = startQueueProcess(server.url, 'hold');
      await stopped.says('ready');
      await addJob(database, 'stopped');
      await stopped.says('begun stopped 1');
      stopped.signal('SIGSTOP');
      const other = startQueueProcess(server.url, 'hold');
      await other.says('begun stopped 2');
      stopped.signal('SIGCONT');
      await stopped.says('aborted stopped');
    },
    TEST_MS,
  );
});

describe.skipIf(postgresPrograms === undefined)('a queue whose PostgreSQL goes down', () => {
  it(
    'continues by itself when it is back, with running and new jobs',
    async () => {
      const { server, database } = await ownPostgres();
      const problems: unknown[] = [];
      const failed = deferred();
      const queue = await openJobQueue(database, {
        clock: systemClock,
        onError(problem) {
          problems.push(problem);
          failed.resolve();
        },
      });
      onTestFinished(() => queue.close(0));
      const begun: string[] = [];
      const gates = new Map([
        ['long', deferred()],
        ['unsettled', deferred()],
      ]);
      const isBegun = new Map(
        ['long 1', 'unsettled 1', 'unsettled 2', 'new 1'].map((run) => [run, deferred()]),
      );
      await queue.work('synthesis', { concurrency: 3 }, async (id, { starts, signal }) => {
        begun.push(`${id} ${starts}`);
        isBegun.get(`${id} ${starts}`)?.resolve();
        if (starts === 1) await gates.get(id)?.promise;
        signal.throwIfAborted();
      });
      for (const id of ['long', 'unsettled']) {
        await queue.add(database, 'synthesis', id);
        queue.committed(['synthesis']);
        await isBegun.get(`${id} 1`)?.promise;
      }
      await server.kill();
      // Its end cannot be recorded, so it must not count as done.
      gates.get('unsettled')?.resolve();
      await failed.promise;
      await delay(5000);
      await server.start();
      await queue.add(database, 'synthesis', 'new');
      queue.committed(['synthesis']);
      await isBegun.get('new 1')?.promise;
      await isBegun.get('unsettled 2')?.promise;
      gates.get('long')?.resolve();
      await queue.close(5000);
      expect(begun.sort()).toEqual(['long 1', 'new 1', 'unsettled 1', 'unsettled 2']);
      const { rows } = await database.executeSql('SELECT count(*)::int AS count FROM pgboss.job');
      expect(rows).toEqual([{ count: 0 }]);
      expect(problems.length).toBeGreaterThan(0);
    },
    TEST_MS,
  );
});

describe('jobs of a dead process on PGlite', () => {
  it(
    'run again as soon as the next process opens the data folder',
    async () => {
      const folder = await temporaryFolder();
      const database = await openDatabase({ folder });
      await addJob(database, 'killed');
      await database.close();
      const worker = startQueueProcess(folder, 'hold');
      await worker.says('begun killed 1');
      await worker.kill();
      const killedAtMs = performance.now();
      const next = startQueueProcess(folder, 'do');
      await next.says('begun killed 2');
      const tookMs = Math.round(performance.now() - killedAtMs);
      console.info(`PGlite: begun again ${tookMs} ms after kill -9, start of the process included`);
      expect(tookMs).toBeLessThan(PROMISE_MS);
    },
    TEST_MS,
  );
});
