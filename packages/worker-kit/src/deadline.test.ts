import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { startDeadline } from './deadline.ts';

afterEach(() => void vi.useRealTimers());

/** As a process that is stopped, or whose machine is moved: nothing of it runs meanwhile. */
function standStill(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

it('fires at its time, however far away, and not if it is cancelled', () => {
  vi.useFakeTimers();
  const onPass = vi.fn();
  startDeadline(90_000, onPass);
  startDeadline(1500, onPass)();
  vi.advanceTimersByTime(89_999);
  expect(onPass).not.toHaveBeenCalled();
  // And one turn of the event loop.
  vi.advanceTimersByTime(2);
  expect(onPass).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

it('does not count time in which the process stood still', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isPast = false;
  startDeadline(400, () => {
    isPast = true;
    resolve();
  });
  standStill(2500);
  for (let turns = 0; turns < 5; turns += 1) await turn();
  expect(isPast).toBe(false);
  // Unreferenced, as the deadline is, nothing else keeps this process.
  const keepAlive = setInterval(() => undefined, 1000);
  await promise.finally(() => clearInterval(keepAlive));
  expect(isPast).toBe(true);
});
