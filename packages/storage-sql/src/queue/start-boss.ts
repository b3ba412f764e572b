import { JOB_KINDS } from '@parlance/core/requests';
import { PgBoss } from 'pg-boss';
import type { Database } from '../database/database.ts';
import { databaseError, isSameId } from '../database/database-error.ts';
import {
  createIndex,
  FIND_INDEXES,
  FIND_VACUUM_SETTINGS,
  INDEXES,
  JOB_SCHEMA,
  LOCK_TABLES,
  VACUUM_SOON,
} from './job-statements.ts';
import { QUEUE_OPTIONS, QUEUE_POLICY } from './queue-settings.ts';

/** The second attempt sees what the first one could not; if it fails again, the reason is another one. */
const MAX_ATTEMPTS = 3;

/**
 * Starts pg-boss and creates its tables and our queues. We use pg-boss's table, its migrations, and its calls to add and take
 * jobs; its timers are off, since ours react faster with fewer statements (see the pulse).
 */
export async function startBoss(database: Database, onError: (error: unknown) => void): Promise<PgBoss> {
  for (let tries = 1; ; tries++) {
    try {
      return await tryToStart(database, onError);
    } catch (error) {
      // pg-boss waits for its own lock, and then may still not see a schema that was created meanwhile: a connection's
      // cache of missing schemas is refreshed only by table locks and new transactions.
      if (!isSameId(error) || tries === MAX_ATTEMPTS) throw error;
    }
  }
}

async function tryToStart(database: Database, onError: (error: unknown) => void): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.executeSql(text, values) },
    ...(database.backend === 'pglite' && { backend: 'pglite' }),
    schema: JOB_SCHEMA,
    supervise: false,
    schedule: false,
  });
  // An `error` event without a listener would end the process.
  boss.on('error', (cause) => onError(databaseError(cause)));
  try {
    await boss.start();
    await shapeTable(database);
    await prepareQueues(boss);
    return boss;
  } catch (error) {
    await boss.stop({ graceful: false }).catch(onError);
    throw error;
  }
}

async function prepareQueues(boss: PgBoss): Promise<void> {
  for (const kind of JOB_KINDS) {
    // An existing queue of an earlier version keeps its old options, so they are always updated.
    await boss.createQueue(kind, { policy: QUEUE_POLICY, ...QUEUE_OPTIONS });
    await boss.updateQueue(kind, QUEUE_OPTIONS);
    // pg-boss reads a queue's options at its first use. With a single connection, inside a transaction that would wait for
    // the transaction itself, so it is done now.
    await boss.findJobs(kind, { key: '' });
  }
}

async function shapeTable(database: Database): Promise<void> {
  const { rows } = await database.executeSql(FIND_INDEXES, [Object.keys(INDEXES)]);
  const there = new Set((rows as readonly { readonly name: string }[]).map(({ name }) => name));
  const missing = Object.entries(INDEXES).filter(([name]) => !there.has(name));
  const { rows: settings } = await database.executeSql(FIND_VACUUM_SETTINGS);
  if (missing.length === 0 && settings.length > 0) return;
  await database.transaction(async (transaction) => {
    await transaction.executeSql(LOCK_TABLES);
    await transaction.executeSql(VACUUM_SOON);
    for (const [name, on] of missing) await transaction.executeSql(createIndex(name, on));
  });
}
