import { deferred } from '@parlance/testkit';
import { expect, it } from 'vitest';
import { recognizeChannels } from './recognize-channels.ts';

it('aborts the other channels when one fails, and waits for their end', async () => {
  const ended = deferred();
  const failure = new Error('A broken model.');
  const signals: AbortSignal[] = [];
  const asked = recognizeChannels(2, undefined, async (channel, signal) => {
    signals.push(signal);
    if (channel === 1) throw failure;
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    await ended.promise;
    throw signal.reason;
  });
  let isSettled = false;
  const settled = asked.catch(() => {
    isSettled = true;
  });
  await new Promise(setImmediate);
  expect([signals[0]?.aborted, isSettled]).toEqual([true, false]);
  ended.resolve();
  await settled;
  await expect(asked).rejects.toBe(failure);
});
