import type { Clock } from '@parlance/core/platform';

/** The clock of this machine. */
export const nodeClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

/** {@link nodeClock} for what nobody waits for: its timers keep no process alive. */
export const backgroundClock: Clock = {
  ...nodeClock,
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs).unref();
    return () => clearTimeout(timer);
  },
};
