// Writes records until it is killed, and says each id once its transaction is acknowledged.

import { entry, synthesis } from '../../storage/test/sample-records.ts';
import { createDatabaseRecordStore, openDatabase } from '../src/index.ts';

const [folder = '', round = '0'] = process.argv.slice(2);
const database = await openDatabase({ folder });
const store = createDatabaseRecordStore(database, { add: async () => undefined, committed: () => undefined });

/** Two at once, so that a kill finds one of them in the middle. */
async function write(lane: string): Promise<void> {
  for (let count = 0; ; count++) {
    const id = `r-${round}-${lane}-${count}`;
    await store.transact(async (records) => {
      await records.syntheses.insert(synthesis(id, { text: id.repeat(200) }));
      await records.ledger.append(entry(id, '-1'));
    });
    process.stdout.write(`${id}\n`);
  }
}
await Promise.all([write('a'), write('b')]);
