import type { JobKind } from '@parlance/core/requests';
import type { JobSource, TakenJob } from '@parlance/storage/kit';
import type { PgBoss } from 'pg-boss';
import type { SqlExecutor } from '../database/database.ts';
import { explained } from '../database/explained.ts';
import { HAND_BACK, NEXT_DUE, RENEW } from './job-statements.ts';

/** A job with the claim of one start: calls with an older claim have no effect. */
export interface ClaimedJob extends TakenJob {
  readonly claim: { readonly id: string; readonly retryCount: number };
}

/** Our data in the table of pg-boss. */
export interface JobContent {
  readonly id: string;
  readonly traceparent?: string;
}

/** Jobs in the table of pg-boss. A completed job is deleted, since its result is in its record. */
export function createDatabaseJobSource(boss: PgBoss, database: SqlExecutor): JobSource<ClaimedJob> {
  return {
    async take(kind, count, without) {
      const options = { batchSize: count, ignoreGroups: [...without] };
      const jobs = await explained(boss.fetch<JobContent>(kind, options));
      return jobs.map(({ id, data, retryCount, groupId }) => ({
        id: data.id,
        starts: retryCount + 1,
        turn: groupId ?? undefined,
        traceparent: data.traceparent,
        claim: { id, retryCount },
      }));
    },
    async nextDueInMs(kind, without) {
      return (await readNextDue(database, [kind], without)).get(kind);
    },
    async complete(kind, { claim }) {
      await explained(boss.deleteJob(kind, claim));
    },
    async retry(kind, { claim }) {
      await explained(boss.fail(kind, claim));
    },
    async handBack(kind, { claim }) {
      await database.executeSql(HAND_BACK, [kind, claim.id, claim.retryCount]);
    },
    async renew(kind, jobs) {
      const { rows } = await database.executeSql(RENEW, [
        kind,
        jobs.map(({ claim }) => claim.id),
        jobs.map(({ claim }) => claim.retryCount),
      ]);
      const kept = new Set((rows as readonly { readonly id: string }[]).map(({ id }) => id));
      return new Set(jobs.filter(({ claim }) => kept.has(claim.id)));
    },
  };
}

/**
 * @param without turns whose jobs are not considered
 * @returns milliseconds until the next job of each kind is due, below 0 if it is overdue; kinds without waiting jobs are absent
 */
export async function readNextDue(
  database: SqlExecutor,
  kinds: readonly JobKind[],
  without: readonly string[] = [],
): Promise<ReadonlyMap<JobKind, number>> {
  const { rows } = await database.executeSql(NEXT_DUE, [kinds, without]);
  const found: readonly { readonly kind: JobKind; readonly dueInMs: number }[] = rows;
  return new Map(found.map(({ kind, dueInMs }) => [kind, dueInMs]));
}
