/**
 * `work-beside.ts MODULE NAME URL`: a process of a service by a version's own code, on a database that others use: it takes requests without a
 * pause, carries jobs out, whoever added them, and reads lists. It says `ready`, then `round N` as it goes on. When its input ends it
 * says in JSON what it accepted and what it did, and ends; every call that fails is in it.
 */

import { once } from 'node:events';
import { systemClock } from '@parlance/core/platform';
import { app, delivery, entry, synthesis } from '../../packages/storage/test/sample-records.ts';
import { importStorage } from './storage-code.ts';

const [module, name = '', url = ''] = process.argv.slice(2);
const { openDatabase, openJobQueue, createDatabaseRecordStore } = await importStorage(module);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const accepted: string[] = [];
const done: string[] = [];
const failures: string[] = [];
let longestMs = 0;
let isEnding = false;
process.stdin.once('end', () => {
  isEnding = true;
});
process.stdin.resume();

const database = await openDatabase({ url });
const onError = (error: unknown): void => void failures.push(String(error));
const queue = await openJobQueue(database, { clock: systemClock, onError });
const records = createDatabaseRecordStore(database, queue);

/** Counts what a caller would have waited. */
async function call<Result>(work: () => Promise<Result>): Promise<void> {
  const startedMs = performance.now();
  try {
    await work();
  } catch (error) {
    onError(error);
  }
  longestMs = Math.max(longestMs, performance.now() - startedMs);
}

const worker = await queue.work('synthesis', { concurrency: 4 }, async (id) => {
  const now = new Date().toISOString();
  await records.transact(async (inside) => {
    const record = await inside.syntheses.getForUpdate(id);
    if (record?.status !== 'PROCESSING') return;
    await inside.syntheses.update(id, { status: 'COMPLETED', finishedAt: now });
    await inside.deliveries.insert(
      delivery(`d-${id}`, { appId: record.appId, requestId: id, createdAt: now }),
    );
  });
  done.push(id);
});

const appId = `app-${name}`;
await records.apps.insert(app(appId));
await records.ledger.setBalance(appId, 'credits', '1000000');
say('ready');
for (let round = 0; !isEnding; round++) {
  const id = `${name}-${round}`;
  const at = new Date().toISOString();
  await call(() =>
    records.transact(async (inside) => {
      await inside.ledger.append(entry(id, '-1', { appId, at }));
      await inside.syntheses.insert(synthesis(id, { appId, createdAt: at }));
      await inside.jobs.add('synthesis', id, { turn: appId });
    }),
  );
  accepted.push(id);
  await call(() => records.syntheses.list({ appId, limit: 20 }));
  await call(() => records.apps.get(appId));
  await call(() => records.ledger.balance(appId, 'credits'));
  await call(() => queue.depth('synthesis', 100));
  await call(() => records.tallies.sum({ appId }));
  say(`round ${round}`);
}
while ((await queue.depth('synthesis', 1)) > 0)
  await once(process.stdin, 'never', { signal: AbortSignal.timeout(100) }).catch(() => undefined);
await worker.stop(10_000);
await queue.close(0);
await database.close();
say(JSON.stringify({ accepted, done, failures, longestMs }));
