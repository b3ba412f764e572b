import type { JobHandler } from '@parlance/core/requests';

/** Retention is told in days: an hour late is early enough. */
export const HOUSEKEEPING_EVERY_MS = 3_600_000;

/** @returns the next full interval after the time, ISO 8601: the id of the job and when it starts, on every machine the same */
export function nextHousekeeping(nowMs: number, everyMs: number = HOUSEKEEPING_EVERY_MS): string {
  return new Date((Math.floor(nowMs / everyMs) + 1) * everyMs).toISOString();
}

/** Plans the next round before it does this one, so that a crash in between never ends the chain. */
export function planningHandler(plan: () => Promise<void>, handler: JobHandler): JobHandler {
  return async (id, context) => {
    await plan();
    await handler(id, context);
  };
}
