import { type Clock, systemClock } from '@parlance/core/platform';

/** The system clock, for background work: its timers do not keep the process alive. */
export const backgroundClock: Clock = {
  ...systemClock,
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs).unref();
    return () => clearTimeout(timer);
  },
};
