import type { Clock } from '../platform/clock.ts';
import { ORPHAN_GRACE_MS, type OrphanSweep } from './sweep-orphans.ts';

/**
 * Removes what a kill has orphaned: at the start what is old enough, and five minutes later what the last process left just before it ended. Housekeeping
 * only runs once an hour.
 *
 * @param signal stops it, during either sweep or between them
 */
export async function sweepAfterStart(
  sweep: OrphanSweep,
  clock: Pick<Clock, 'after'>,
  signal: AbortSignal,
): Promise<void> {
  await sweep(signal);
  if (signal.aborted) return;
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const cancel = clock.after(ORPHAN_GRACE_MS + 1, resolve);
  signal.addEventListener('abort', () => resolve(), { once: true });
  await over;
  cancel();
  if (!signal.aborted) await sweep(signal);
}
