import { JOB_KINDS } from '@parlance/core';
import { PgBoss } from 'pg-boss';
import type { Database } from '../database/database.ts';
import { JOB_SCHEMA } from './job-statements.ts';
import { QUEUE_OPTIONS, QUEUE_POLICY } from './queue-settings.ts';

/**
 * Starts pg-boss with its tables and our queues in it. Of pg-boss we use the table and its migrations, the ways into it and
 * out of it; its own timers are off, since ours do their work more promptly and with fewer statements (see the pulse).
 */
export async function startBoss(database: Database, onError: (error: unknown) => void): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.executeSql(text, values) },
    ...(database.backend === 'pglite' && { backend: 'pglite' }),
    schema: JOB_SCHEMA,
    supervise: false,
    schedule: false,
  });
  // An `error` event without a listener would end the process.
  boss.on('error', onError);
  boss.on('warning', onError);
  await boss.start();
  for (const kind of JOB_KINDS) {
    // Made by an earlier version, a queue keeps its old options: they are set in any case.
    await boss.createQueue(kind, { policy: QUEUE_POLICY, ...QUEUE_OPTIONS });
    await boss.updateQueue(kind, QUEUE_OPTIONS);
    // pg-boss reads a queue's options when it is first used. Inside a transaction that would wait for the transaction
    // itself where there is one connection, so it is done now.
    await boss.findJobs(kind, { key: '' });
  }
  return boss;
}
