/**
 * Statements on pg-boss's own table for which it has no call. Its version is pinned, and the contract tests of the queue run each of
 * them. `singleton_key` is the id of the record, `retry_count` the number of starts after the first.
 */
export const JOB_SCHEMA = 'pgboss';

const JOBS = `${JOB_SCHEMA}.job`;
const WAITING = `state < 'active'`;
const WAITING_OR_RUNNING = `state <= 'active'`;
const MS_UNTIL_START = 'extract(epoch from start_after - clock_timestamp()) * 1000';

/** Indexes that pg-boss lacks, by name: for a record's job, the next due job, and jobs whose worker may be dead. */
export const INDEXES: Readonly<Record<string, string>> = {
  job_of_record: `(name, singleton_key) WHERE ${WAITING_OR_RUNNING}`,
  job_next_due: `(name, start_after) WHERE ${WAITING} AND NOT blocked`,
  job_heartbeat: `(name, heartbeat_on) WHERE state = 'active'`,
};

/** $1 names. One row for each of our existing indexes. They are checked first, since creating one takes a lock that waits for all writers. */
export const FIND_INDEXES = `
  SELECT name FROM unnest($1::text[]) AS ours (name) WHERE to_regclass('${JOB_SCHEMA}.' || name) IS NOT NULL`;

/** One row after {@link VACUUM_SOON} has run. */
export const FIND_VACUUM_SETTINGS = `
  SELECT FROM pg_class WHERE oid = '${JOB_SCHEMA}.job_common'::regclass AND reloptions IS NOT NULL`;

/** Jobs live for seconds. With the default threshold, a fifth of the table, vacuum runs too late once 100,000 jobs have waited. */
export const VACUUM_SOON = `
  ALTER TABLE ${JOB_SCHEMA}.job_common SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000,
    autovacuum_analyze_scale_factor = 0.05)`;

export function createIndex(name: string, on: string): string {
  return `CREATE INDEX IF NOT EXISTS ${name} ON ${JOBS} ${on}`;
}

/** Held until the end of the transaction. If two processes create an index at the same time, both fail. */
export const LOCK_TABLES = `SELECT pg_advisory_xact_lock(hashtext('${JOB_SCHEMA}.job_of_record'))`;

/**
 * $1 kind, $2 record, $3 start or null for now, $4 seconds to add to it. Locks the waiting job even if nothing changes: a worker that
 * took it now would see the record as it was before our transaction.
 */
export const BRING_FORWARD = `
  UPDATE ${JOBS} SET start_after = LEAST(start_after, COALESCE($3::timestamptz, now()) + $4::float8 * interval '1 second')
  WHERE name = $1 AND singleton_key = $2 AND ${WAITING}
  RETURNING id`;

/** $1 kind, $2 job, $3 its retry_count when it was taken. Resets `started_on`, so that this start does not count. */
export const HAND_BACK = `
  UPDATE ${JOBS} SET state = 'retry', start_after = now(), started_on = NULL, heartbeat_on = NULL
  WHERE name = $1 AND id = $2::uuid AND retry_count = $3::int AND state = 'active'`;

/** $1 kind, $2 jobs, $3 their retry_counts when they were taken. Returns those that still belong to this worker, which pg-boss's own call does not. */
export const RENEW = `
  UPDATE ${JOBS} AS job SET heartbeat_on = now()
  FROM unnest($2::uuid[], $3::int[]) AS held (id, retry_count)
  WHERE job.name = $1 AND job.id = held.id AND job.retry_count = held.retry_count AND job.state = 'active'
  RETURNING job.id`;

/** $1 kinds. Jobs whose worker died start again at once; the delay is only for jobs that failed. */
export const RECLAIM_LAPSED = `
  UPDATE ${JOBS} SET state = 'retry', start_after = now(), heartbeat_on = NULL
  WHERE name = ANY($1::text[]) AND state = 'active'
    AND heartbeat_on + heartbeat_seconds * interval '1 second' < now()`;

/** $1 kinds. If only one process uses the database, jobs that are active at its start belong to a dead one. */
export const RECLAIM_ALL = `
  UPDATE ${JOBS} SET state = 'retry', start_after = now(), heartbeat_on = NULL
  WHERE name = ANY($1::text[]) AND state = 'active'`;

/** $1 kinds, $2 turns whose jobs are not considered. One row for each kind that has waiting jobs. */
export const NEXT_DUE = `
  SELECT kind, (${MS_UNTIL_START})::float8 AS "dueInMs"
  FROM unnest($1::text[]) AS ours (kind), LATERAL (
    SELECT start_after FROM ${JOBS}
    WHERE name = ours.kind AND ${WAITING} AND NOT blocked AND (group_id IS NULL OR group_id <> ALL($2::text[]))
    ORDER BY start_after LIMIT 1
  ) AS next`;

/** $1 kind, $2 record. */
export const HAS = `
  SELECT EXISTS (
    SELECT FROM ${JOBS} WHERE name = $1 AND singleton_key = $2 AND ${WAITING_OR_RUNNING}
  ) AS has`;

/** $1 kind, $2 the maximum to count to. */
export const DEPTH = `
  SELECT count(*)::int AS depth FROM (
    SELECT FROM ${JOBS} WHERE name = $1 AND ${WAITING_OR_RUNNING} LIMIT $2::bigint
  ) AS counted`;

/** $1 kinds. One row for each that has any jobs. */
export const BACKLOG = `
  SELECT name AS kind,
    count(*) FILTER (WHERE state = 'active')::int AS running,
    count(*) FILTER (WHERE ${WAITING} AND start_after <= clock_timestamp())::int AS waiting,
    count(*) FILTER (WHERE ${WAITING} AND start_after > clock_timestamp())::int AS planned,
    GREATEST(0, -min(${MS_UNTIL_START}) FILTER (WHERE ${WAITING}))::float8 AS "oldestWaitMs"
  FROM ${JOBS} WHERE name = ANY($1::text[]) AND ${WAITING_OR_RUNNING} GROUP BY name`;

/** $1 interval in seconds. Uses the database's clock, so that all machines plan the same round. */
export const NEXT_ROUND = `
  SELECT to_timestamp((floor(extract(epoch from clock_timestamp()) / $1::float8) + 1) * $1::float8) AS "startAt"`;
