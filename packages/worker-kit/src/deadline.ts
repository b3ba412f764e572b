/** A deadline is counted down in slices of this: short enough to distinguish a stall in one of them from a busy host. */
const SLICE_MS = 1000;
/** A timer that is late by more than this is late because the whole process was stopped. */
const STALL_MS = 1000;

/**
 * Calls `onPass` after `delayMs`, unless it is cancelled before. Time in which this process was stopped, or its machine moved, does not count, since its
 * workers were stopped as well. At the end it waits for one more turn of the event loop: after a long busy time, the host may find the timer due before it
 * has read an answer that is already waiting.
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
