import { type Clock, systemClock } from '@parlance/core/platform';

/** The clock of this machine, for what nobody waits for: its timers keep no process alive. */
export const backgroundClock: Clock = {
  ...systemClock,
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs).unref();
    return () => clearTimeout(timer);
  },
};
