import { SpeechError } from '@parlance/core/errors';
import type { Clock } from '@parlance/core/platform';

/** A clock that stands still until a test turns its hands. */
export interface ManualClock extends Clock {
  /**
   * Moves time on and runs what falls due on the way, in the order of the due times, and of setting among equals. A timer
   * that is set by another one runs too when it falls due in the same move; each sees its own due time as now.
   *
   * @throws SpeechError `INVALID_INPUT` for a negative step; what a timer's function throws comes through
   */
  advance(stepMs: number): void;
  /** Timers that are set and not yet run or cancelled. */
  readonly pendingTimers: number;
}

interface Timer {
  readonly dueMs: number;
  readonly run: () => void;
}

/**
 * Makes a manual clock.
 *
 * @param startMs what `now()` says first, in milliseconds since the epoch. Default 2026-01-01T00:00:00Z.
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
