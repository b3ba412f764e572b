import { setImmediate as nextTurn } from 'node:timers/promises';
import { deferred, manualClock } from '@parlance/testkit';
import { expect, it } from 'vitest';
import { recentAnswer } from './recent-answer.ts';

it('asks once for simultaneous callers, and again in the background when the answer is old', async () => {
  const clock = manualClock();
  const answers = [deferred<number>(), deferred<number>()];
  let asked = 0;
  const count = recentAnswer(() => (answers[asked++] ?? deferred<number>()).promise, {
    clock,
    maxAgeMs: 1000,
    maxWaitMs: 2000,
  });
  const first = Promise.all([count(), count()]);
  answers[0]?.resolve(7);
  expect(await first).toEqual([7, 7]);
  clock.advance(1000);
  expect(await count()).toBe(7);
  expect(asked).toBe(1);
  clock.advance(1);
  expect(await count()).toBe(7);
  expect(asked).toBe(2);
  answers[1]?.resolve(8);
  await answers[1]?.promise;
  expect(await count()).toBe(8);
});

it('forgets the last answer when asking fails', async () => {
  const clock = manualClock();
  const outcomes = [Promise.resolve(7), Promise.reject(new Error('away')), Promise.reject(new Error('away'))];
  for (const outcome of outcomes) outcome.catch(() => undefined);
  const count = recentAnswer(async () => outcomes.shift() ?? 9, {
    clock,
    maxAgeMs: 1000,
    maxWaitMs: 2000,
  });
  expect(await count()).toBe(7);
  clock.advance(1001);
  expect(await count()).toBe(7);
  await nextTurn();
  await expect(count()).rejects.toThrow('away');
  expect(await count()).toBe(9);
});

it('lets no caller wait longer than the limit, and returns the answer to later callers', async () => {
  const clock = manualClock();
  const answer = deferred<number>();
  const count = recentAnswer(() => answer.promise, { clock, maxAgeMs: 1000, maxWaitMs: 2000 });
  const refused = expect(count()).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
  clock.advance(2000);
  await refused;
  answer.resolve(7);
  expect(await count()).toBe(7);
});
