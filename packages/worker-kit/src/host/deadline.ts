/** A timer above this fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Calls `onPass` after `delayMs`, and not if cancelled before. It gives the event loop one more turn first: a host that was
 * busy for long finds the timer due before it has read the answer that is already waiting.
 *
 * The timer does not keep the process alive.
 *
 * @returns a function that cancels
 */
export function startDeadline(delayMs: number, onPass: () => void): () => void {
  let immediate: NodeJS.Immediate | undefined;
  const timer = setTimeout(
    () => {
      immediate = setImmediate(onPass);
    },
    Math.min(delayMs, MAX_TIMER_MS),
  ).unref();
  return () => {
    clearTimeout(timer);
    if (immediate) clearImmediate(immediate);
  };
}

/** Waits for `work`, but no longer than `limitMs`. */
export async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const cancel = startDeadline(limitMs, resolve);
  await Promise.race([work, promise]).finally(cancel);
}
