import type { Clock } from '../platform/clock.ts';
import { ORPHAN_GRACE_MS, type OrphanSweep } from './sweep-orphans.ts';

export interface SweepAfterStartOptions {
  readonly clock: Pick<Clock, 'after'>;
  /** Stops it, during either sweep or between them. */
  readonly signal: AbortSignal;
  /** Called when a sweep fails, unless the signal has aborted. */
  readonly onError: (error: unknown) => void;
}

/**
 * Removes what a kill has orphaned: at the start what is old enough, and five minutes later, even if the first sweep failed, what the last process left
 * just before it ended. Housekeeping only runs once an hour. Never rejects.
 */
export async function sweepAfterStart(
  sweep: OrphanSweep,
  { clock, signal, onError }: SweepAfterStartOptions,
): Promise<void> {
  const run = async (): Promise<void> => {
    try {
      await sweep(signal);
    } catch (error) {
      if (!signal.aborted) onError(error);
    }
  };
  await run();
  if (signal.aborted) return;
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const cancel = clock.after(ORPHAN_GRACE_MS + 1, resolve);
  signal.addEventListener('abort', () => resolve(), { once: true });
  await over;
  cancel();
  if (!signal.aborted) await run();
}
