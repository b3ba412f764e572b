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
    // The hands may be turned on once the next round is planned and waited for.
    setImmediate(() => clock.advance(3_600_000));
  });
  setImmediate(() => clock.advance(3_600_000));
  await second;
  expect(rounds.slice(0, 2)).toEqual(['2026-01-01T11:00:00.000Z', '2026-01-01T12:00:00.000Z']);
  await worker.stop(0);
});
