/**
 * A process that works on a queue until it is killed: `queue-worker.ts <database> <how>`. The database is the URL of a server
 * or a data folder; how: `hold` never ends a job, `do` ends each job at once. It prints a line for each action.
 */

import { systemClock } from '@parlance/core/platform';
import { openDatabase } from '../src/database/open-database.ts';
import { openJobQueue } from '../src/queue/open-job-queue.ts';

const [where = '', how = 'hold'] = process.argv.slice(2);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const database = await openDatabase(where.startsWith('postgres:') ? { url: where } : { folder: where });
const queue = await openJobQueue(database, { clock: systemClock, onError: (error) => console.error(error) });
await queue.work('synthesis', { concurrency: 1 }, (id, { starts, signal }) => {
  say(`begun ${id} ${starts}`);
  if (how === 'do') return Promise.resolve();
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      say(`aborted ${id}`);
      reject(new Error('aborted'));
    });
  });
});
say('ready');
