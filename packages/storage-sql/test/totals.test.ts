import { systemClock } from '@parlance/core/platform';
import type { ServiceTotals } from '@parlance/core/storage';
import { describe, expect, it, onTestFinished } from 'vitest';
import { delivery } from '../../storage/test/sample-records.ts';
import { createDatabaseRecordStore, type Database, openJobQueue } from '../src/index.ts';
import { createTotals } from '../src/shared/totals.ts';
import { useEmbeddedDatabase, usePostgres } from './opened-database.ts';
import { postgresPrograms } from './postgres-server.ts';

async function open(
  database: Database,
): Promise<{ totals(): Promise<ServiceTotals>; add(id: string): Promise<void> }> {
  await database.executeSql('truncate parlance.webhook_deliveries, parlance.totals');
  const queue = await openJobQueue(database, { clock: systemClock });
  onTestFinished(async () => {
    await queue.close(0);
    await database.executeSql('delete from pgboss.job');
  });
  const records = createDatabaseRecordStore(database, queue);
  return {
    totals: createTotals(database, queue),
    add: (id) =>
      records.transact(async (inside) => {
        await inside.deliveries.insert(delivery(id));
        await inside.jobs.add('webhook-delivery', id);
      }),
  };
}

const ofWaiting = (waiting: number) => ({
  backlog: expect.objectContaining({ 'webhook-delivery': expect.objectContaining({ waiting, running: 0 }) }),
  deliveries: { pending: waiting },
});

describe('totals on PGlite', () => {
  const database = useEmbeddedDatabase();

  it('are counted each time', async () => {
    const { totals, add } = await open(database());
    for (const count of [1, 2]) {
      await add(`d${count}`);
      expect(await totals()).toEqual(ofWaiting(count));
    }
  });
});

describe.skipIf(postgresPrograms === undefined)('totals on PostgreSQL', () => {
  const postgres = usePostgres();
  const age = () =>
    postgres().database.executeSql(
      `update parlance.totals set counted_at = counted_at - interval '1 minute'`,
    );

  it('are counted by one process for all, and again when they are too old', async () => {
    const { database } = postgres();
    const { totals, add } = await open(database);
    const other = createTotals(database, { backlog: () => Promise.reject(new Error('counted twice')) });
    await add('d1');
    expect(await totals()).toEqual(ofWaiting(1));
    await add('d2');
    expect(await totals()).toEqual(ofWaiting(1));
    expect(await other()).toEqual(ofWaiting(1));
    await age();
    const counting = await Promise.all(Array.from({ length: 8 }, totals));
    // Calls during the count got the previous answer.
    expect(counting).toContainEqual(ofWaiting(2));
    expect(await other()).toEqual(ofWaiting(2));
  });

  it('are the previous ones while another process counts, or died while counting', async () => {
    const { totals, add } = await open(postgres().database);
    await add('d1');
    await totals();
    await add('d2');
    await age();
    await postgres().database.executeSql('update parlance.totals set counted_at = clock_timestamp()');
    expect(await totals()).toEqual(ofWaiting(1));
  });

  it('estimate the delivered webhooks if there are many', async () => {
    const { database } = postgres();
    const { totals, add } = await open(database);
    await add('d1');
    await database.executeSql(`
      insert into parlance.webhook_deliveries (delivery_id, app_id, request_id, url, body, state, attempts, created_at)
      select n::text, 'app-1', 'r', 'https://example.org', '{}', 'delivered', '[]', now() from generate_series(1, 150000) as n`);
    await database.executeSql('vacuum (analyze) parlance.webhook_deliveries');
    const { deliveries } = await totals();
    expect(deliveries.pending).toBe(1);
    expect(deliveries.delivered).toBeGreaterThan(140_000);
    expect(deliveries.delivered).toBeLessThan(160_000);
  });
});
