import { manualClock } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { watchReading } from './watch-reading.ts';

/** A thousand bytes a second in a window of ten seconds. */
const FLOOR = { bytesPerSecond: 1_000, windowMs: 10_000 };

function watched() {
  const clock = manualClock();
  const watch = watchReading(clock, FLOOR);
  return {
    clock,
    watch,
    /** Each piece arrives, and the next one is requested at once. */
    comes(...pieces: readonly number[]): void {
      for (const bytes of pieces) {
        watch.came(bytes);
        watch.asked();
      }
    },
  };
}

describe('the watch over a body', () => {
  it('accepts a body that is just fast enough, in pieces, for any duration', () => {
    const { clock, watch, comes } = watched();
    for (let second = 0; second < 100; second++) {
      comes(500, 500);
      clock.advance(1_000);
    }
    expect(watch.signal.aborted).toBe(false);
  });

  it('aborts when a body is too slow over a whole window, and not before', () => {
    const { clock, watch, comes } = watched();
    comes(9_999);
    clock.advance(9_999);
    expect(watch.signal.aborted).toBe(false);
    clock.advance(1);
    expect(watch.signal.aborted).toBe(true);
    expect(clock.pendingTimers).toBe(0);
  });

  it('does not count the time while the reader rests, however long', () => {
    const { clock, watch } = watched();
    watch.came(1);
    clock.advance(60_000);
    expect(watch.signal.aborted).toBe(false);
    watch.asked();
    clock.advance(9_000);
    expect(watch.signal.aborted).toBe(false);
  });

  it('counts each second as rest or wait, by the larger part', () => {
    for (const [restMs, isTooSlow] of [
      [600, false],
      [400, true],
    ] as const) {
      const { clock, watch } = watched();
      for (let second = 0; second < 10; second++) {
        watch.came(1);
        clock.advance(restMs / 2);
        // Rests add up.
        watch.asked();
        watch.came(1);
        clock.advance(restMs / 2);
        watch.asked();
        clock.advance(1_000 - restMs);
      }
      expect(watch.signal.aborted).toBe(isTooSlow);
    }
  });

  it('stops when it is disposed', () => {
    const { clock, watch } = watched();
    watch[Symbol.dispose]();
    expect(clock.pendingTimers).toBe(0);
  });
});
