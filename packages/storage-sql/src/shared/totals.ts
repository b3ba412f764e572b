import type { JobQueue } from '@parlance/core/requests';
import type { ServiceTotals } from '@parlance/core/storage';
import type { Database, SqlExecutor } from '../database/database.ts';
import { explained } from '../database/explained.ts';

/** The age of an answer after which a process counts again. */
const MAX_AGE_MS = 10_000;
/** From so many rows on, ended deliveries are estimated: PostgreSQL knows the approximate size of a table, but counts only by reading it. */
const COUNTED_ROWS = 100_000;

const READ = `select totals, counted_at > clock_timestamp() - $1 * interval '1 millisecond' as "isFresh" from parlance.totals where name = 'service'`;
/** Of all processes that find the answer too old, one gets a row. If that one dies, another one counts when the answer is too old again. */
const CLAIM = `
  insert into parlance.totals as kept (name, totals, counted_at) values ('service', 'null', clock_timestamp())
  on conflict (name) do update set counted_at = clock_timestamp()
    where kept.counted_at <= clock_timestamp() - $1 * interval '1 millisecond'
  returning 1 as claimed`;
const KEEP = `update parlance.totals set totals = $1 where name = 'service'`;
const ESTIMATE = `select reltuples::float8 as rows from pg_class where oid = 'parlance.webhook_deliveries'::regclass`;
const COUNT_ALL = 'select state, count(*)::float8 as count from parlance.webhook_deliveries group by state';
const COUNT_OPEN = `select state, count(*)::float8 as count from parlance.webhook_deliveries where state <> 'delivered' group by state`;

/**
 * Counts for all processes on a database: one of them counts every ten seconds, and the others read its result. An embedded database
 * has only one process, which counts each time.
 *
 * @throws SpeechError `STORAGE_FAILED`, from its calls
 */
export function createTotals(
  database: Database,
  queue: Pick<JobQueue, 'backlog'>,
): () => Promise<ServiceTotals> {
  const count = async (): Promise<ServiceTotals> => {
    const [backlog, deliveries] = await Promise.all([queue.backlog(), countDeliveries(database)]);
    return { backlog, deliveries };
  };
  const shared = async (): Promise<ServiceTotals> => {
    const { rows } = await database.executeSql(READ, [MAX_AGE_MS]);
    const kept = rows[0] as { readonly totals: ServiceTotals | null; readonly isFresh: boolean } | undefined;
    const isClaimed =
      kept?.isFresh !== true && (await database.executeSql(CLAIM, [MAX_AGE_MS])).rows.length > 0;
    if (!isClaimed && kept !== undefined && kept.totals !== null) return kept.totals;
    const totals = await count();
    if (isClaimed) await database.executeSql(KEEP, [JSON.stringify(totals)]);
    return totals;
  };
  const ask = database.backend === 'pglite' ? count : shared;
  return () => explained(ask());
}

async function countDeliveries({ executeSql }: SqlExecutor): Promise<Readonly<Record<string, number>>> {
  const { rows: estimates } = await executeSql(ESTIMATE);
  const all = (estimates[0] as { readonly rows: number }).rows;
  const isLarge = all > COUNTED_ROWS;
  const { rows } = await executeSql(isLarge ? COUNT_OPEN : COUNT_ALL);
  const counted = Object.fromEntries(
    (rows as readonly { readonly state: string; readonly count: number }[]).map(({ state, count }) => [
      state,
      count,
    ]),
  );
  if (!isLarge) return counted;
  const open = Object.values(counted).reduce((sum, count) => sum + count, 0);
  return { ...counted, delivered: Math.max(0, Math.round(all) - open) };
}
