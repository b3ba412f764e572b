import { expect, it } from 'vitest';
import { ParlanceError } from './parlance-error.ts';
import { reconnectDelayMs } from './reconnect-delay.ts';

const retryable = new ParlanceError('No room.', { code: 'STT_MAX_CCR_REACHED', retryable: true });

it('advises no new session if that would not help', () => {
  const final = new ParlanceError('Who?', { code: 'UNAUTHORIZED', retryable: false });
  expect(reconnectDelayMs(final, { attempt: 1 })).toBeUndefined();
  expect(reconnectDelayMs(new Error('aborted'), { attempt: 1 })).toBeUndefined();
});

it.each([
  [1, 250, 500],
  [2, 500, 1000],
  [5, 4000, 8000],
  [8, 15_000, 30_000],
])('advises attempt %i to wait from %i to %i ms, spread over that time', (attempt, leastMs, mostMs) => {
  expect(reconnectDelayMs(retryable, { attempt, random: () => 0 })).toBe(leastMs);
  expect(reconnectDelayMs(retryable, { attempt, random: () => 1 })).toBe(mostMs);
});

it('gives up after eight attempts', () => {
  expect(reconnectDelayMs(retryable, { attempt: 9 })).toBeUndefined();
});

it('waits at least as long as the server asked for', () => {
  const asked = new ParlanceError('Later.', { code: 'QUEUE', retryable: true, retryAfterMs: 7000 });
  expect(reconnectDelayMs(asked, { attempt: 1 })).toBe(7000);
});

it('waits no longer than a timer can', () => {
  const asked = new ParlanceError('In a year.', { code: 'QUEUE', retryable: true, retryAfterMs: 3e10 });
  expect(reconnectDelayMs(asked, { attempt: 1 })).toBe(2_147_483_647);
});
