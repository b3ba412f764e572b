// Writes records until it is killed, and prints each id after its transaction was committed.

import { entry, synthesis } from '../../storage/test/sample-records.ts';
import { createDatabaseRecordStore, openDatabase } from '../src/index.ts';

const [folder = '', round = '0'] = process.argv.slice(2);
const database = await openDatabase({ folder });
const store = createDatabaseRecordStore(database, { add: async () => undefined, committed: () => undefined });

/** Two writers run at the same time, so that a kill interrupts one of them. */
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
