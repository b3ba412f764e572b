import fc from 'fast-check';
import { expect, it } from 'vitest';
import { manualClock } from './manual-clock.ts';

it('runs timers in the order of their due times, whatever the order in which they were set', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1000), { maxLength: 30 }), fc.nat(1000), (delaysMs, stepMs) => {
      const clock = manualClock(0);
      const ranAtMs: number[] = [];
      for (const delayMs of delaysMs) clock.after(delayMs, () => ranAtMs.push(clock.monotonicMs()));
      clock.advance(stepMs);
      const dueMs = delaysMs.filter((delayMs) => delayMs <= stepMs).sort((a, b) => a - b);
      expect(ranAtMs).toEqual(dueMs);
      expect(clock.pendingTimers).toBe(delaysMs.length - dueMs.length);
    }),
  );
});

it('runs a timer that another one set if it falls due in the same advance', () => {
  const clock = manualClock(5000);
  const seen: number[] = [];
  clock.after(10, () => {
    seen.push(clock.now());
    clock.after(10, () => seen.push(clock.now()));
    clock.after(100, () => seen.push(clock.now()));
  });
  clock.advance(50);
  expect(seen).toEqual([5010, 5020]);
  expect(clock.now()).toBe(5050);
});

it('never runs a cancelled timer', () => {
  const clock = manualClock();
  const cancel = clock.after(10, () => expect.unreachable());
  cancel();
  cancel();
  clock.advance(1000);
  expect(clock.pendingTimers).toBe(0);
});

it('refuses to go back', () => {
  expect(() => manualClock().advance(-1)).toThrow(/forward only/);
  expect(() => manualClock().advance(Number.NaN)).toThrow(/forward only/);
});
