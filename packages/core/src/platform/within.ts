import type { Clock } from './clock.ts';

/** Waits for the work, but no longer than the given time. Throws what the work throws, if that happens in time. */
export async function within(
  clock: Pick<Clock, 'after'>,
  limitMs: number,
  work: Promise<unknown>,
): Promise<void> {
  const timeUp = Promise.withResolvers<void>();
  const cancel = clock.after(limitMs, timeUp.resolve);
  await Promise.race([work, timeUp.promise]).finally(cancel);
}
