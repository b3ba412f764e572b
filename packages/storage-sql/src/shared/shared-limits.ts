import type { SharedLimits } from '@parlance/core/accounts';
import type { Database } from '../database/database.ts';
import { explainedExecutor } from '../database/explained.ts';

const MS_PER_SECOND = 1000;

/** Leases and rate limits as rows of a database; each call is one statement and one round trip. */
export function createSharedLimits(database: Pick<Database, 'executeSql'>): SharedLimits {
  const { executeSql } = explainedExecutor(database);
  const runAll = async (text: string, values: unknown[]): Promise<readonly Record<string, unknown>[]> =>
    (await executeSql(text, values)).rows;
  const run = async (text: string, values: unknown[]): Promise<Record<string, unknown> | undefined> =>
    (await runAll(text, values))[0];
  return {
    async takeLease({ leaseId, appId, kind }, { limit, lifeMs }) {
      const values = [leaseId, appId, kind, limit, lifeMs];
      const row = await run('select parlance.take_lease($1, $2, $3, $4, $5) as running', values);
      return (row?.running ?? null) as number | null;
    },
    async renewLeases(leaseIds, lifeMs) {
      const until = `clock_timestamp() + $2 * interval '1 millisecond'`;
      const renewed = await runAll(
        `update parlance.leases set expires_at = ${until} where lease_id = any($1) returning lease_id`,
        [leaseIds, lifeMs],
      );
      return renewed.map(({ lease_id: leaseId }) => leaseId as string);
    },
    async releaseLease(leaseId) {
      await run('delete from parlance.leases where lease_id = $1', [leaseId]);
    },
    async takeCall(appId, perMinute) {
      const row = await run('select parlance.take_token($1, $2) as seconds', [appId, perMinute]);
      return Number(row?.seconds ?? 0) * MS_PER_SECOND;
    },
    async returnCall(appId, perMinute) {
      await run('update parlance.rate_buckets set tokens = least($2, tokens + 1) where app_id = $1', [
        appId,
        perMinute,
      ]);
    },
    async clearIdle() {
      // A minute fills a bucket, whatever its limit.
      await run(
        `delete from parlance.rate_buckets where filled_at < clock_timestamp() - interval '1 minute'`,
        [],
      );
      await run('delete from parlance.leases where expires_at < clock_timestamp()', []);
    },
  };
}
