/** What a deadline counts down by: short enough that a stall in one of them is told from a busy host. */
const SLICE_MS = 1000;
/** A timer that is late by more than this was late because the whole process stood still. */
const STALL_MS = 1000;

/**
 * Calls `onPass` after `delayMs`, and not if cancelled before. Time in which this process was stopped, or its machine moved, does not count: its
 * workers stood still as well. It gives the event loop one more turn at the end: a host that was busy for long finds the timer due before it has
 * read the answer that is already waiting.
 *
 * The timer does not keep the process alive.
 *
 * @returns a function that cancels
 */
export function startDeadline(delayMs: number, onPass: () => void): () => void {
  let immediate: NodeJS.Immediate | undefined;
  let timer: NodeJS.Timeout | undefined;
  const wait = (leftMs: number): void => {
    const sliceMs = Math.min(leftMs, SLICE_MS);
    const startedMs = performance.now();
    timer = setTimeout(() => {
      const tookMs = performance.now() - startedMs;
      const restMs = tookMs > sliceMs + STALL_MS ? leftMs : leftMs - Math.max(tookMs, sliceMs);
      if (restMs > 0) wait(restMs);
      else immediate = setImmediate(onPass);
    }, sliceMs).unref();
  };
  wait(delayMs);
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
