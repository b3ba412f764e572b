import { FIRST_RETRY_DELAY_MS, LONGEST_RETRY_DELAY_MS } from '@parlance/core/requests';

/**
 * A worker that said nothing for this long is taken for dead. Its job then starts again at the next pulse of anybody: 17
 * seconds at the longest, where 35 are promised. pg-boss takes 10 or more; the rest is patience with a database that fails over.
 */
export const HEARTBEAT_SECONDS = 15;

/** How often a process says that it is alive, looks after dead ones, and asks for jobs that others added. */
export const PULSE_EVERY_MS = 2000;

/**
 * For so long a machine that has such a job leaves the next to those that have none: one pulse, in which every idle one hears of it, and
 * a second for its answer.
 */
export const LEAVE_TO_OTHERS_MS = PULSE_EVERY_MS + 1000;

/** Who gives a job up says so in its record: the queue itself never does. The greatest `integer` of the database. */
const RETRY_LIMIT = 2_147_483_647;
/** Heartbeats decide how long a job may run; pg-boss takes a day at most, and nobody looks at it. */
const EXPIRE_IN_SECONDS = 86_400;

/** What each queue of pg-boss is made with. `short`: one waiting job a key. */
export const QUEUE_POLICY = 'short';
export const QUEUE_OPTIONS = {
  retryLimit: RETRY_LIMIT,
  retryBackoff: true,
  retryDelay: FIRST_RETRY_DELAY_MS / 1000,
  retryDelayMax: LONGEST_RETRY_DELAY_MS / 1000,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  expireInSeconds: EXPIRE_IN_SECONDS,
} as const;
