import { randomUUID } from 'node:crypto';
import { systemClock } from '@parlance/core/platform';
import { createDatabaseRecordStore, openDatabase, openJobQueue } from '@parlance/storage-sql';
import { addWaitingJobs, BUSY_APP, fillTables } from '../../packages/storage-sql/test/fill-tables.ts';
import { startPostgresServer } from '../../packages/storage-sql/test/postgres-server.ts';
import type { OpenVariant, Variant } from '../runner/contract.ts';
import type { Sample } from '../runner/sample.ts';
import { type Caller, createCaller } from '../service/caller.ts';
import { startService } from '../service/service-process.ts';

/** Requests, ledger rows and deliveries together, as many of each as a service of a month has. */
export const RECORDS = Number(process.env.PARLANCE_BENCHMARK_RECORDS ?? 10_000_000);
const WAITING_JOBS = 100_000;
const DAY_MS = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

interface Asked {
  readonly records: ReturnType<typeof createDatabaseRecordStore>;
}

/** What a service says to its database most often, as its own code says it. */
export const STATEMENTS: Readonly<Record<string, (asked: Asked) => Promise<unknown>>> = {
  'an app by its id': ({ records }) => records.apps.get(BUSY_APP),
  'a balance': ({ records }) => records.ledger.balance(BUSY_APP, 'credits'),
  'a request by its id': ({ records }) => records.syntheses.get('s-000000777'),
  'a page of the busiest app’s requests': ({ records }) =>
    records.syntheses.list({ appId: BUSY_APP, limit: 50 }),
  'its failed requests, ten days ago': ({ records }) =>
    records.syntheses.list({ appId: BUSY_APP, status: 'FAILED', to: daysAgo(10), limit: 50 }),
  'a page of its ledger, a day': ({ records }) =>
    records.ledger.page({ appId: BUSY_APP, from: daysAgo(2), to: daysAgo(1), limit: 100 }),
  'deliveries that were given up': ({ records }) => records.deliveries.list({ status: 'dead', limit: 20 }),
  'records that have expired': ({ records }) => records.deliveries.endedBefore(daysAgo(29.9), 100),
  'sums of an app over a week': ({ records }) => records.tallies.sum({ appId: BUSY_APP, from: daysAgo(7) }),
  'a charge': ({ records }) =>
    records.transact(async ({ ledger }) => {
      const entryId = randomUUID();
      const at = new Date().toISOString();
      await ledger.append({
        ...{
          entryId,
          appId: BUSY_APP,
          unit: 'credits',
          kind: 'reserve',
          amount: '-1',
          reference: entryId,
          at,
        },
      });
    }),
};

const SUBMIT_EMPTY = 'a submit, empty queue';
const SUBMIT_FULL = `a submit, ${WAITING_JOBS.toLocaleString('en')} jobs waiting`;
/** In order: what is asked over HTTP with the full queue comes after what needs an empty one. */
export const CASES = [SUBMIT_EMPTY, SUBMIT_FULL, '/metrics', '/readyz', ...Object.keys(STATEMENTS)];

/** A running service on PostgreSQL with a month of much work behind it. */
export const postgresql: Variant = {
  async open(): Promise<OpenVariant> {
    const server = await startPostgresServer({
      isDurable: true,
      settings: ['shared_buffers=1GB', 'max_wal_size=4GB'],
    });
    const database = await openDatabase({ url: server.url });
    const queue = await openJobQueue(database, { clock: systemClock });
    await queue.add(database, 'synthesis', 'sample');
    await fillTables(
      database,
      {
        requests: Math.round(RECORDS * 0.25),
        entries: Math.round(RECORDS * 0.65),
        deliveries: Math.round(RECORDS * 0.1),
        ...{ waitingJobs: 0, apps: 10_000 },
      },
      (table, rows, of) =>
        console.error(`${table}: ${rows.toLocaleString('en')} of ${of.toLocaleString('en')} rows`),
    );
    await database.executeSql('checkpoint');
    const service = await startService(
      { DATABASE_URL: server.url },
      {
        ...{ plugins: ['@parlance/plugin-flite'], defaultVoice: 'slt', roles: ['api'] },
        maxWaitingJobs: 2 * WAITING_JOBS,
      },
    );
    const caller = await createCaller(service);
    const asked = { records: createDatabaseRecordStore(database, queue) };
    let isFull = false;
    const ask = async (caseName: string): Promise<unknown> => {
      if (caseName.startsWith('/')) return expectOk(await fetch(service.url + caseName));
      const statement = STATEMENTS[caseName];
      return statement === undefined ? submit(caller) : statement(asked);
    };
    return {
      async measure(caseName): Promise<readonly Sample[]> {
        if (caseName !== SUBMIT_EMPTY && !isFull) {
          await addWaitingJobs(database, WAITING_JOBS);
          isFull = true;
        }
        const startedMs = performance.now();
        await ask(caseName);
        return [{ values: { answerMs: performance.now() - startedMs } }];
      },
      async close() {
        await service.stop();
        await queue.close(0);
        await database.close();
        await server.remove();
      },
    };
  },
};

async function submit({ url, headers }: Caller): Promise<void> {
  await expectOk(
    await fetch(`${url}/v1/tts`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        mode: 'async',
        voiceCode: 'slt',
        text: 'One more text for the queue.',
        webhookUrl: 'http://127.0.0.1:9/',
      }),
    }),
  );
}

async function expectOk(answer: Response): Promise<void> {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status}: ${text.slice(0, 500)}`);
}
