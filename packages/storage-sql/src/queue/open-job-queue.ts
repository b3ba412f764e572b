import type { Clock } from '@parlance/core/platform';
import { JOB_KINDS, type JobBacklog, type JobKind, type JobQueue, perJobKind } from '@parlance/core/requests';
import {
  HOUSEKEEPING_EVERY_MS,
  planningHandler,
  type QueueWorker,
  startJobWorker,
} from '@parlance/storage/kit';
import type { Database, SqlExecutor } from '../database/database.ts';
import { explained, explainedExecutor } from '../database/explained.ts';
import type { TransactionalEnqueue } from '../records/transactional-enqueue.ts';
import { createDatabaseJobSource } from './database-job-source.ts';
import { createEnqueue } from './job-enqueue.ts';
import { startJobPulse } from './job-pulse.ts';
import { BACKLOG, DEPTH, HAS, NEXT_ROUND, RECLAIM_ALL } from './job-statements.ts';
import { LEAVE_TO_OTHERS_MS } from './queue-settings.ts';
import { rememberDepth } from './recent-depth.ts';
import { startBoss } from './start-boss.ts';

export interface OpenJobQueueOptions {
  readonly clock: Clock;
  /** Default: an hour, at the full hour UTC. */
  readonly housekeepingEveryMs?: number;
  /** Called for each rejection of a handler and each failure of the database. The queue recovers by itself. */
  readonly onError?: (error: unknown) => void;
}

/** A persistent job queue in the database of the records. */
export interface DurableJobQueue extends JobQueue, TransactionalEnqueue {
  /**
   * Stops all workers like `QueueWorker.stop`. The database stays open. Safe to call twice.
   *
   * @param timeoutMs how long to wait for running jobs
   */
  close(timeoutMs: number): Promise<void>;
}

/**
 * Opens the queue and creates missing tables. With PGlite, only one process uses the database: jobs that
 * were running when it died start again at once. With PostgreSQL they start again within 17 seconds, when their heartbeat has lapsed.
 *
 * @throws SpeechError `STORAGE_FAILED`, `STORAGE_FULL`; so do its calls, except for `add`, which rejects with the transaction's own error
 * @example
 * const queue = await openJobQueue(database, { clock });
 * await database.transaction((transaction) => queue.add(transaction, 'synthesis', requestId));
 * queue.committed(['synthesis']);
 */
export async function openJobQueue(
  database: Database,
  options: OpenJobQueueOptions,
): Promise<DurableJobQueue> {
  const { clock, housekeepingEveryMs = HOUSEKEEPING_EVERY_MS, onError = () => undefined } = options;
  const boss = await explained(startBoss(database, onError));
  const sql = explainedExecutor(database);
  if (database.backend === 'pglite') await sql.executeSql(RECLAIM_ALL, [JOB_KINDS]);
  const source = createDatabaseJobSource(boss, sql);
  const workers = new Map<QueueWorker, JobKind>();
  const workersOf = (kind: JobKind): readonly QueueWorker[] =>
    [...workers].flatMap(([worker, itsKind]) => (itsKind === kind ? [worker] : []));
  const endPulse = startJobPulse({ database: sql, clock, workersOf, onError });
  const add = createEnqueue(boss);
  const committed = (kinds: readonly JobKind[]): void => {
    for (const kind of new Set(kinds)) for (const worker of workersOf(kind)) worker.wake();
  };
  const planHousekeeping = async (): Promise<void> => {
    const { rows } = await sql.executeSql(NEXT_ROUND, [housekeepingEveryMs / 1000]);
    const startAt = (rows[0] as { readonly startAt: Date }).startAt.toISOString();
    await add(sql, 'housekeeping', startAt, { startAfter: startAt });
    committed(['housekeeping']);
  };
  let closed: Promise<void> | undefined;
  const close = async (timeoutMs: number): Promise<void> => {
    await Promise.all([...workers.keys()].map((worker) => worker.stop(timeoutMs)));
    await endPulse();
    await boss.stop({ graceful: false });
  };
  return {
    add,
    committed,
    async work(kind, { fillsMachine = false, ...places }, given) {
      const handler = kind === 'housekeeping' ? planningHandler(planHousekeeping, given) : given;
      if (kind === 'housekeeping') await planHousekeeping();
      const leaveToOthersMs = fillsMachine && database.backend !== 'pglite' ? LEAVE_TO_OTHERS_MS : 0;
      const worker = startJobWorker({ kind, source, ...places, leaveToOthersMs, handler, clock, onError });
      workers.set(worker, kind);
      return {
        async stop(timeoutMs) {
          await worker.stop(timeoutMs);
          // Removed only now, since its jobs have to be renewed until the last one has ended.
          workers.delete(worker);
        },
      };
    },
    depth: rememberDepth(async (kind, atMost) => {
      const { rows } = await sql.executeSql(DEPTH, [kind, atMost ?? null]);
      return (rows[0] as { readonly depth: number }).depth;
    }, clock),
    async has(kind, id) {
      const { rows } = await sql.executeSql(HAS, [kind, id]);
      return (rows[0] as { readonly has: boolean }).has;
    },
    backlog: () => readBacklog(sql, JOB_KINDS),
    close(timeoutMs) {
      closed ??= close(timeoutMs);
      return closed;
    },
  };
}

const NO_BACKLOG: JobBacklog = { running: 0, waiting: 0, planned: 0, oldestWaitMs: 0 };

/** @param kinds the kinds to count; the others are reported as empty */
async function readBacklog(
  sql: SqlExecutor,
  kinds: readonly JobKind[],
): Promise<Readonly<Record<JobKind, JobBacklog>>> {
  const { rows } = await sql.executeSql(BACKLOG, [kinds]);
  const found: readonly (JobBacklog & { readonly kind: JobKind })[] = rows;
  const byKind = new Map(found.map(({ kind, ...its }) => [kind, its]));
  return perJobKind((kind) => byKind.get(kind) ?? NO_BACKLOG);
}
