/**
 * `archiver-process.ts PLACE FOLDER STEP MOMENT [S3URL]`: archives the ledger of a database, and kills itself with SIGKILL before or after the call with that number
 * to the database or the audio store. It prints `through` if it finishes before that.
 */
import { archive } from '../../storage/test/archiving.ts';
import { type DyingAt, dyingAt } from '../../storage/test/dying-desk.ts';
import { createDatabaseRecordStore, openDatabase } from '../src/index.ts';
import { openAudio } from './open-audio.ts';

const [place = '', folder = '', step = '1', moment = 'before', s3Url] = process.argv.slice(2);
const database = await openDatabase(/^postgres/.test(place) ? { url: place } : { folder: place });
const store = createDatabaseRecordStore(database, { add: async () => undefined, committed: () => undefined });
const audio = await openAudio({ folder, s3Url });
const at = { step: Number(step), moment: moment as DyingAt['moment'] };
await archive(
  dyingAt({ store, audio }, at, () => {
    process.kill(process.pid, 'SIGKILL');
    throw new Error('not killed yet');
  }),
);
process.stdout.write('through\n');
await database.close();
