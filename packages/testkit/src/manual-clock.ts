import { SpeechError } from '@parlance/core/errors';
import type { Clock } from '@parlance/core/platform';

/** A clock that moves only when a test advances it. */
export interface ManualClock extends Clock {
  /**
   * Advances the time and runs the timers that fall due, in the order of their due times, and of their creation if these are equal. A timer
   * that another one sets runs too if it falls due in the same advance. Each timer sees its own due time as now.
   *
   * @throws SpeechError `INVALID_INPUT` for a negative step; errors of a timer's function are passed on
   */
  advance(stepMs: number): void;
  /** Number of timers that have neither run nor been cancelled. */
  readonly pendingTimers: number;
}

interface Timer {
  readonly dueMs: number;
  readonly run: () => void;
}

/**
 * Creates a manual clock.
 *
 * @param startMs initial time in milliseconds since the epoch. Default 2026-01-01T00:00:00Z.
 */
export function manualClock(startMs: number = Date.UTC(2026, 0, 1)): ManualClock {
  let elapsedMs = 0;
  const timers = new Set<Timer>();
  const nextDue = (untilMs: number): Timer | undefined => {
    let first: Timer | undefined;
    for (const timer of timers) {
      if (timer.dueMs <= untilMs && (first === undefined || timer.dueMs < first.dueMs)) first = timer;
    }
    return first;
  };
  return {
    now: () => startMs + elapsedMs,
    monotonicMs: () => elapsedMs,
    after(delayMs, run) {
      const timer: Timer = { dueMs: elapsedMs + Math.max(0, delayMs), run };
      timers.add(timer);
      return () => {
        timers.delete(timer);
      };
    },
    advance(stepMs) {
      if (!(stepMs >= 0)) {
        throw new SpeechError('INVALID_INPUT', `A clock goes forward only; the step is ${stepMs} ms.`, {
          stepMs,
        });
      }
      const untilMs = elapsedMs + stepMs;
      for (let due = nextDue(untilMs); due !== undefined; due = nextDue(untilMs)) {
        timers.delete(due);
        elapsedMs = due.dueMs;
        due.run();
      }
      elapsedMs = untilMs;
    },
    get pendingTimers() {
      return timers.size;
    },
  };
}
