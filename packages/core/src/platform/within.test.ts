import { deferred, manualClock } from '@parlance/testkit';
import { expect, it } from 'vitest';
import { within } from './within.ts';

it('ends with the work, leaving no timer', async () => {
  const clock = manualClock();
  await within(clock, 1000, Promise.resolve('done'));
  const failure = new Error('It failed.');
  await expect(within(clock, 1000, Promise.reject(failure))).rejects.toBe(failure);
  expect(clock.pendingTimers).toBe(0);
});

it('ends when the time is up', async () => {
  const clock = manualClock();
  let isOver = false;
  const waiting = within(clock, 1000, deferred().promise).then(() => {
    isOver = true;
  });
  clock.advance(999);
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  clock.advance(1);
  await waiting;
});
