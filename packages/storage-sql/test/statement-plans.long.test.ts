import { randomUUID } from 'node:crypto';
import { systemClock } from '@parlance/core/platform';
import { JOB_KINDS } from '@parlance/core/requests';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { delivery, entry, synthesis } from '../../storage/test/sample-records.ts';
import {
  createDatabaseRecordStore,
  type Database,
  type DurableJobQueue,
  openDatabase,
  openJobQueue,
} from '../src/index.ts';
import { HAND_BACK, NEXT_DUE, RECLAIM_LAPSED, RENEW } from '../src/queue/job-statements.ts';
import { createSharedLimits } from '../src/shared/shared-limits.ts';
import { collectPlans, EXPLAIN_ALL, EXPLAINING, nodesOf, pagesRead } from './explained-statements.ts';
import { BUSY_APP, fillTables } from './fill-tables.ts';
import { type PostgresServer, postgresPrograms, startPostgresServer } from './postgres-server.ts';

/** The tables that grow with the work of a service. */
const LARGE = [
  'syntheses',
  'transcriptions',
  'ledger_entries',
  'webhook_deliveries',
  'job_common',
  'tallies',
];
/** Pages of 8 KiB; the tables have thousands. A page of a list reads rows from many of them. */
const MOST_PAGES = 250;
/** The beginning of a table may be read sequentially, if any row is enough. */
const FEW_PAGES = 50;
/** Rows that are read and filtered out. */
const MOST_REMOVED = 1000;

const BEGIN = 'the first statement';
const END = 'the last statement';

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

describe.skipIf(postgresPrograms === undefined)(
  'the statements of a service after a month',
  { timeout: 240_000 },
  () => {
    const plans = collectPlans();
    let server: PostgresServer;
    beforeAll(async () => {
      server = await startPostgresServer({ settings: EXPLAINING, onLogLine: plans.take });
      const filling = await openDatabase({ url: server.url });
      const queue = await openJobQueue(filling, { clock: systemClock });
      await queue.add(filling, 'synthesis', 'sample');
      await fillTables(filling, {
        requests: 200_000,
        entries: 200_000,
        deliveries: 50_000,
        waitingJobs: 20_000,
        apps: 1000,
      });
      await filling.executeSql(EXPLAIN_ALL);
      await queue.close(0);
      await filling.close();
    });
    afterAll(() => server.remove());

    it('find their rows by an index, and read little else', async () => {
      const database = await openDatabase({ url: server.url });
      const queue = await openJobQueue(database, { clock: systemClock });
      // Functions and table metadata are loaded at their first use.
      await callOften(database, queue);
      await database.executeSql(`select '${BEGIN}'`);
      await callOften(database, queue);
      await callOnce(database, queue);
      await queue.close(0);
      await database.executeSql(`select '${END}'`);
      await database.close();
      // The log arrives through a pipe, with a delay.
      const indexOf = (mark: string): number => plans.statements.findIndex(({ text }) => text.includes(mark));
      await expect.poll(() => indexOf(END)).toBeGreaterThan(0);

      const statements = plans.statements.slice(indexOf(BEGIN));
      const texts = statements.map(({ text }) => text.replace(/\s+/g, ' '));
      for (const wanted of COMMONEST)
        expect(
          texts.some((text) => wanted.test(text)),
          String(wanted),
        ).toBe(true);
      const wasteful = statements.filter(({ plan }) => {
        const nodes = nodesOf(plan);
        const scans = nodes.filter(
          (node) =>
            node['Node Type'] === 'Seq Scan' &&
            LARGE.includes(node['Relation Name'] ?? '') &&
            pagesRead(node) > FEW_PAGES,
        );
        const removed = nodes.reduce((sum, node) => sum + (node['Rows Removed by Filter'] ?? 0), 0);
        return scans.length > 0 || removed > MOST_REMOVED || pagesRead(plan) > MOST_PAGES;
      });
      expect(
        wasteful.map(({ text, plan }) => `${pagesRead(plan)} pages: ${text}\n${JSON.stringify(plan)}`),
      ).toEqual([]);
    });
  },
);

/** The most frequent statements of a service. */
const COMMONEST: readonly RegExp[] = [
  /from "parlance"\."apps" where "app_id"/,
  /delete from parlance\.leases where app_id/,
  /insert into parlance\.ledger_entries/,
  /insert into "parlance"\."syntheses"/,
  /insert into pgboss\.job/i,
  /UPDATE pgboss\.job SET start_after = LEAST/,
  /SKIP LOCKED/,
  /from "parlance"\."syntheses" where "request_id" = \$1 for update/,
  /update "parlance"\."syntheses"/,
  /insert into "parlance"\."webhook_deliveries"/,
  /update "parlance"\."webhook_deliveries"/,
  /from "parlance"\."syntheses" where "app_id" = \$1 order by/,
  /from "parlance"\."ledger_entries" where "app_id"/,
  /from "parlance"\."ledger_entries" where "reference"/,
  /count\(\*\)::int AS depth/,
  /AS "dueInMs"/,
  /SET heartbeat_on = now\(\) FROM unnest/,
  /SET state = 'retry', start_after = now\(\), started_on = NULL/,
  /delete from pgboss\.job/i,
  /insert into pgboss\.job.*retry/i,
  /from "parlance"\."balances" where "app_id"/,
  /from "parlance"\."syntheses" where "finished_at" < \$1 order by/,
  /from "parlance"\."webhook_deliveries" where "ended_at" < \$1 order by/,
];

/** Often enough that functions of the database use a generic plan, which they do from the sixth call on. */
const TIMES = 8;
let nextLimit = 1000;

async function callOften(database: Database, queue: DurableJobQueue): Promise<void> {
  const records = createDatabaseRecordStore(database, queue);
  const limits = createSharedLimits(database);
  const appId = BUSY_APP;
  for (let time = 0; time < TIMES; time++) {
    const id = randomUUID();
    const at = new Date().toISOString();
    await records.apps.get(appId);
    await limits.takeCall(appId, 600);
    await limits.takeLease({ leaseId: id, appId, kind: 'synthesis' }, { limit: 100, lifeMs: 60_000 });
    // A new limit each time, since a large count is remembered for a second.
    await queue.depth('synthesis', nextLimit++);
    await records.transact(async (inside) => {
      await inside.ledger.append(entry(id, '-8', { appId, at }));
      await inside.syntheses.insert(synthesis(id, { appId, createdAt: at }));
      await inside.jobs.add('synthesis', id, { turn: appId });
    });
    await records.transact(async (inside) => {
      await inside.syntheses.getForUpdate(id);
      await inside.syntheses.update(id, { status: 'COMPLETED', finishedAt: at });
      await inside.ledger.append(entry(id, '8', { appId, at, kind: 'release' }));
      await inside.deliveries.insert(delivery(id, { appId, requestId: id, createdAt: at }));
      await inside.jobs.add('webhook-delivery', id, { turn: appId });
    });
    await records.deliveries.update(id, { state: 'delivered', endedAt: at });
    await records.ledger.balance(appId, 'credits');
    await limits.releaseLease(id);
  }
}

async function callOnce(database: Database, queue: DurableJobQueue): Promise<void> {
  const records = createDatabaseRecordStore(database, queue);
  const appId = BUSY_APP;
  const taken = Promise.withResolvers<void>();
  let jobs = 0;
  const worker = await queue.work('synthesis', { concurrency: 4, perTurn: 2 }, async () => {
    if (++jobs === 4) taken.resolve();
    if (jobs === 1) throw new Error('on purpose');
  });
  await taken.promise;
  await worker.stop(10_000);
  await records.syntheses.get('s-000000777');
  await records.syntheses.list({ limit: 50 });
  await records.syntheses.list({ appId, limit: 50 });
  await records.syntheses.list({ appId: 'app-7', limit: 50 });
  await records.syntheses.list({ appId, status: 'FAILED', to: daysAgo(10), limit: 50 });
  await records.transcriptions.list({ appId, limit: 50 });
  await records.deliveries.list({ appId, limit: 50 });
  await records.deliveries.list({ status: 'dead', limit: 20 });
  await records.ledger.page({ appId, from: daysAgo(2), to: daysAgo(1), limit: 100 });
  await records.ledger.find({ reference: 's-000000777', unit: 'credits', kind: 'reserve' });
  await records.tallies.sum({ appId: 'app-7', from: daysAgo(7) });
  await records.syntheses.endedBefore(daysAgo(29.9), 100);
  await records.syntheses.withAudioEndedBefore(daysAgo(1), 100);
  await records.transcriptions.endedBefore(daysAgo(29.9), 100);
  await records.deliveries.endedBefore(daysAgo(29.9), 100);
  await database.executeSql(NEXT_DUE, [JOB_KINDS, []]);
  await database.executeSql(RECLAIM_LAPSED, [JOB_KINDS]);
  await database.executeSql(RENEW, ['synthesis', [randomUUID()], [0]]);
  await database.executeSql(HAND_BACK, ['synthesis', randomUUID(), 0]);
}
