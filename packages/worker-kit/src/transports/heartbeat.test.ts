import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Heartbeat } from './heartbeat.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function startHeartbeat() {
  const ping = vi.fn();
  const onSilence = vi.fn();
  return {
    ping,
    onSilence,
    heartbeat: new Heartbeat({ intervalMs: 1000, timeoutMs: 5000, ping, onSilence }),
  };
}

it('reports silence once, after no ping of the whole timeout was answered', () => {
  const { ping, onSilence } = startHeartbeat();
  vi.advanceTimersByTime(5999);
  expect([ping.mock.calls.length, onSilence.mock.calls.length]).toEqual([5, 0]);
  vi.advanceTimersByTime(60_000);
  expect([ping.mock.calls.length, onSilence.mock.calls.length]).toEqual([5, 1]);
});

it('accepts any answer as a sign of life', () => {
  const { onSilence, heartbeat } = startHeartbeat();
  for (let round = 0; round < 10; round += 1) {
    vi.advanceTimersByTime(4000);
    heartbeat.answer();
  }
  expect(onSilence).not.toHaveBeenCalled();
  heartbeat.stop();
  expect(vi.getTimerCount()).toBe(0);
});
