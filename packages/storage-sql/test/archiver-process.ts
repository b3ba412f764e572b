/**
 * `archiver-process.ts PLACE AUDIO STEP MOMENT`: archives the ledger of a database, and ends itself with SIGKILL before or after its call of that number
 * to the database or the audio store. It says `through` when it came to its end before.
 */
import { openFolderAudioStore } from '@parlance/storage';
import { archive } from '../../storage/test/archiving.ts';
import { type DyingAt, dyingAt } from '../../storage/test/dying-desk.ts';
import { createDatabaseRecordStore, openDatabase } from '../src/index.ts';

const [place = '', audioFolder = '', step = '1', moment = 'before'] = process.argv.slice(2);
const database = await openDatabase(/^postgres/.test(place) ? { url: place } : { folder: place });
const store = createDatabaseRecordStore(database, { add: async () => undefined, committed: () => undefined });
const audio = await openFolderAudioStore(audioFolder, { reserveBytes: 0 });
const at = { step: Number(step), moment: moment as DyingAt['moment'] };
await archive(
  dyingAt({ store, audio }, at, () => {
    process.kill(process.pid, 'SIGKILL');
    throw new Error('not killed yet');
  }),
);
process.stdout.write('through\n');
await database.close();
