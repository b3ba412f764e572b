import { expect, it } from 'vitest';
import { capSlots } from './cap-slots.ts';
import { createConcurrencySlots } from './concurrency-slots.ts';

const open = (most: number | null) =>
  capSlots(
    createConcurrencySlots('SYNTHESIS_CONCURRENCY_EXCEEDED', 'live syntheses'),
    most,
    'live syntheses',
  );

it('refuses what all apps together have too much of, and says when to come again', async () => {
  const slots = open(2);
  const release = await slots.take('one', 5);
  await slots.take('other', 5);
  await expect(slots.take('third', 5)).rejects.toMatchObject({
    code: 'QUEUE_FULL',
    message: '2 live syntheses are running; that is the limit of this process. Try again in 2 s.',
    details: { limit: 2, retryAfterSeconds: 2 },
  });
  release();
  release();
  await slots.take('third', 5);
  await expect(slots.take('one', 5)).rejects.toMatchObject({ code: 'QUEUE_FULL' });
  expect([slots.inUse('one'), slots.inUse('third')]).toEqual([0, 1]);
});

it('counts nothing that the app itself has too much of', async () => {
  const slots = open(2);
  await slots.take('one', 1);
  for (let call = 0; call < 3; call += 1)
    await expect(slots.take('one', 1)).rejects.toMatchObject({ code: 'SYNTHESIS_CONCURRENCY_EXCEEDED' });
  await slots.take('other', 1);
});

it('without a number leaves it to the apps', async () => {
  const slots = open(null);
  for (let app = 0; app < 100; app += 1) await slots.take(`app-${app}`, 1);
});
