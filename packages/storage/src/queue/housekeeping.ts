import type { JobHandler } from '@parlance/core/requests';

/** Retention is set in days, so a delay of an hour does not matter. */
export const HOUSEKEEPING_EVERY_MS = 3_600_000;

/** @returns the next full interval after the time, ISO 8601: the id and the start of the job, the same on every machine */
export function nextHousekeeping(nowMs: number, everyMs: number = HOUSEKEEPING_EVERY_MS): string {
  return new Date((Math.floor(nowMs / everyMs) + 1) * everyMs).toISOString();
}

/** Plans the next round before running this one, so that a crash in between does not end the chain. */
export function planningHandler(plan: () => Promise<void>, handler: JobHandler): JobHandler {
  return async (id, context) => {
    await plan();
    await handler(id, context);
  };
}
