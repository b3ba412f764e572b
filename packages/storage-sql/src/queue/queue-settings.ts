import { FIRST_RETRY_DELAY_MS, LONGEST_RETRY_DELAY_MS } from '@parlance/core/requests';

/**
 * A worker without a heartbeat for this long counts as dead. Its job starts again at the next pulse of any process: within 17
 * seconds, while the port promises 35. pg-boss accepts 10 or more; the rest is a margin for the failover of a database.
 */
export const HEARTBEAT_SECONDS = 15;

/** The interval at which a process renews its jobs, reclaims those of dead ones, and looks for jobs that others added. */
export const PULSE_EVERY_MS = 2000;

/**
 * How long a machine with such a job leaves the next one to machines without: one pulse, in which every idle machine notices it, and
 * a second for its response.
 */
export const LEAVE_TO_OTHERS_MS = PULSE_EVERY_MS + 1000;

/** The queue itself never gives up a job: a handler does, and records it. The largest `integer` of the database. */
const RETRY_LIMIT = 2_147_483_647;
/** Heartbeats decide how long a job may run. pg-boss accepts a day at most, which nothing enforces. */
const EXPIRE_IN_SECONDS = 86_400;

/** The policy of each pg-boss queue. `short`: one waiting job per key. */
export const QUEUE_POLICY = 'short';
export const QUEUE_OPTIONS = {
  retryLimit: RETRY_LIMIT,
  retryBackoff: true,
  retryDelay: FIRST_RETRY_DELAY_MS / 1000,
  retryDelayMax: LONGEST_RETRY_DELAY_MS / 1000,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  expireInSeconds: EXPIRE_IN_SECONDS,
} as const;
