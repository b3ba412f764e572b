import { systemClock } from '@parlance/core/platform';
import { manualClock } from '@parlance/testkit';
import { expect, it } from 'vitest';
import { createMemoryJobQueue } from '../src/index.ts';
import { describeJobQueue } from './queue-contract.ts';

describeJobQueue('memory', async () => {
  const queue = createMemoryJobQueue({ clock: systemClock });
  return {
    queue,
    async transact(work, isRolledBack = false) {
      const added: (() => Promise<void>)[] = [];
      await work({ add: async (...job) => void added.push(() => queue.outbox.add(...job)) });
      if (!isRolledBack) for (const add of added) await add();
    },
    close: async () => undefined,
  };
});

it('does its housekeeping at each full hour', async () => {
  const clock = manualClock(Date.UTC(2026, 0, 1, 10, 30));
  const queue = createMemoryJobQueue({ clock });
  const { promise: second, resolve } = Promise.withResolvers<void>();
  const rounds: string[] = [];
  const worker = await queue.work('housekeeping', { concurrency: 1 }, async (id) => {
    rounds.push(id);
    if (rounds.length === 2) resolve();
    // Advance the clock only after the next round has been planned.
    setImmediate(() => clock.advance(3_600_000));
  });
  setImmediate(() => clock.advance(3_600_000));
  await second;
  expect(rounds.slice(0, 2)).toEqual(['2026-01-01T11:00:00.000Z', '2026-01-01T12:00:00.000Z']);
  await worker.stop(0);
});

it('reports how many jobs of each kind run, wait and are planned, and how long the oldest waits', async () => {
  const clock = manualClock(Date.UTC(2026, 0, 1));
  const queue = createMemoryJobQueue({ clock });
  const nothing = { running: 0, waiting: 0, planned: 0, oldestWaitMs: 0 };
  expect((await queue.backlog()).synthesis).toEqual(nothing);
  for (const id of ['a', 'b', 'c']) {
    await queue.outbox.add('synthesis', id);
    clock.advance(1000);
  }
  await queue.outbox.add('synthesis', 'later', { startAfter: new Date(clock.now() + 500).toISOString() });
  const begun = Promise.withResolvers<void>();
  const worker = await queue.work('synthesis', { concurrency: 1 }, async (_id, { signal }) => {
    begun.resolve();
    await new Promise((_resolve, reject) => signal.addEventListener('abort', reject));
  });
  await begun.promise;
  const { synthesis, transcription } = await queue.backlog();
  expect(synthesis).toEqual({ running: 1, waiting: 2, planned: 1, oldestWaitMs: 2000 });
  expect(transcription).toEqual(nothing);
  clock.advance(500);
  expect((await queue.backlog()).synthesis).toMatchObject({ running: 1, waiting: 3, planned: 0 });
  const stopped = worker.stop(0);
  clock.advance(0);
  await stopped;
  expect((await queue.backlog()).synthesis).toEqual({ ...nothing, waiting: 4, oldestWaitMs: 2500 });
});

it('starts jobs in the order of their due times, not of their addition', async () => {
  const clock = manualClock(Date.UTC(2026, 0, 1));
  const queue = createMemoryJobQueue({ clock });
  const inMs = (ms: number) => ({ startAfter: new Date(clock.now() + ms).toISOString() });
  await queue.outbox.add('synthesis', 'later', inMs(2000));
  await queue.outbox.add('synthesis', 'sooner', inMs(1000));
  clock.advance(2000);
  const ids: string[] = [];
  const both = Promise.withResolvers<void>();
  const worker = await queue.work('synthesis', { concurrency: 1 }, async (id) => {
    if (ids.push(id) === 2) both.resolve();
  });
  await both.promise;
  expect(ids).toEqual(['sooner', 'later']);
  await worker.stop(1000);
});
