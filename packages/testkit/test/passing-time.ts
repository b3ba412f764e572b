import { afterEach, vi } from 'vitest';

const HOUR_MS = 60 * 60_000;
/** Real time between two hours, in which everything else goes on. */
const TURN_MS = 20;

let turns: NodeJS.Timeout | undefined;

/** Lets an hour pass in each moment until the end of the test, so that nobody waits long for an engine that hangs. */
export function passTime(): void {
  if (vi.isFakeTimers()) return;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  turns = setInterval(() => vi.advanceTimersByTime(HOUR_MS), TURN_MS);
}

/** @returns a promise that never settles */
export function hang(): Promise<never> {
  return new Promise(() => undefined);
}

afterEach(() => {
  clearInterval(turns);
  vi.useRealTimers();
});
