import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { rowsOf } from '../../storage/test/ledger-rows.ts';
import { temporaryFolder } from '../../storage/test/temporary-folder.ts';
import { createDatabaseRecordStore, openDatabase } from '../src/index.ts';

const WRITER = fileURLToPath(new URL('record-writer.ts', import.meta.url));
const ROUNDS = 12;

it('loses no committed record, and keeps no partial one, when the process is killed with -9', {
  timeout: 900_000,
}, async () => {
  const folder = await temporaryFolder();
  const acknowledged: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const writer = spawn(process.execPath, ['--conditions=@parlance/source', WRITER, folder, String(round)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(writer, 'exit');
    // The number of lines differs between rounds, so that each kill happens at another moment.
    const killAfter = 3 + round * 7;
    let lines = 0;
    for await (const id of createInterface({ input: writer.stdout })) {
      acknowledged.push(id);
      if (++lines === killAfter) writer.kill('SIGKILL');
    }
    await exited;
  }
  const database = await openDatabase({ folder });
  const store = createDatabaseRecordStore(database, {
    add: async () => undefined,
    committed: () => undefined,
  });
  const { rows } = await database.executeSql('select request_id from parlance.syntheses');
  const kept = new Set<string>(rows.map(({ request_id }) => request_id));
  const charged = new Set((await rowsOf(store.ledger, 'app-1')).map(({ reference }) => reference));
  await database.close();
  expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS * 3);
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  expect(charged).toEqual(kept);
});
