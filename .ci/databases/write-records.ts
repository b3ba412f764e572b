/**
 * `write-records.ts MODULE PLACE FILE`: fills a new database with some of everything by a version's own code, and writes into FILE what
 * that version reads back. PLACE is the URL of a server or a data folder.
 */

import { writeFile } from 'node:fs/promises';
import { systemClock } from '@parlance/core/platform';
import {
  app,
  delivery,
  entry,
  minute,
  synthesis,
  transcription,
} from '../../packages/storage/test/sample-records.ts';
import { importStorage } from './storage-code.ts';

const [module, place = '', file = ''] = process.argv.slice(2);
const { openDatabase, openJobQueue, createDatabaseRecordStore } = await importStorage(module);

/** Members that earlier versions knew by other names. */
const EARLIER = { retiredWebhookSecret: { secret: 'whsec_AQ==', until: minute(9) } };
const RETIRED = [{ ...EARLIER.retiredWebhookSecret, rotationId: 'rotation-1' }];

const database = await openDatabase(/^postgres/.test(place) ? { url: place } : { folder: place });
const queue = await openJobQueue(database, { clock: systemClock });
const records = createDatabaseRecordStore(database, queue);

await records.apps.insert(app('app-1', { retiredWebhookSecrets: RETIRED, ...EARLIER }));
await records.apps.insert(app('app-2', { name: 'Đồng hồ', revokedAt: minute(1) }));
await records.ledger.setBalance('app-1', 'credits', '1000');
const apps = ['app-1', 'app-2'];
for (const appId of apps) {
  for (let number = 0; number < 20; number++) {
    const id = `${appId}-${number}`;
    const isDone = number % 2 === 0;
    await records.transact(async (inside) => {
      const status = isDone ? 'COMPLETED' : 'PROCESSING';
      const ended = isDone ? minute(number + 1) : null;
      await inside.syntheses.insert(
        synthesis(`s-${id}`, { appId, status, createdAt: minute(number), finishedAt: ended }),
      );
      await inside.ledger.append(entry(`s-${id}`, '-12.5', { appId, at: minute(number) }));
      await inside.deliveries.insert(
        delivery(`d-${id}`, {
          appId,
          requestId: `s-${id}`,
          state: isDone ? 'delivered' : 'pending',
          endedAt: ended,
        }),
      );
      if (!isDone) await inside.jobs.add('synthesis', `s-${id}`);
    });
    const transcript = 'nul \u0000 and half a pair \ud800';
    await records.transcriptions.insert(
      transcription(`t-${id}`, {
        appId,
        createdAt: minute(number),
        ...(isDone && { status: 'COMPLETED', transcript, finishedAt: minute(number + 1) }),
      }),
    );
  }
}

const read = {
  apps: await Promise.all(apps.map((appId) => records.apps.get(appId))),
  syntheses: await records.syntheses.list({ limit: 100 }),
  transcriptions: await records.transcriptions.list({ limit: 100 }),
  deliveries: await records.deliveries.list({ limit: 100 }),
  entries: (await Promise.all(apps.map((appId) => records.ledger.entries(appId, 'credits')))).flat(),
  balance: await records.ledger.balance('app-1', 'credits'),
  waiting: await queue.depth('synthesis'),
};
await writeFile(file, `${JSON.stringify(read, null, 1)}\n`);
await queue.close(0);
await database.close();
