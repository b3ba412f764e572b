import { expect, it } from 'vitest';
import { createAsyncQueue } from './async-queue.ts';

it('yields items one by one that are pushed before and while it is read', async () => {
  const queue = createAsyncQueue<number>();
  queue.push(1);
  queue.push(2);
  const read: number[] = [];
  for await (const item of queue) {
    read.push(item);
    if (item === 2) queue.push(3);
    if (item === 3) queue.end();
  }
  expect(read).toEqual([1, 2, 3]);
});

it('yields waiting items together', async () => {
  const queue = createAsyncQueue<number>();
  queue.push(1);
  queue.push(2);
  const batches = queue.batches()[Symbol.asyncIterator]();
  expect(await batches.next()).toEqual({ done: false, value: [1, 2] });
  const next = batches.next();
  queue.push(3);
  queue.end();
  expect(await next).toEqual({ done: false, value: [3] });
  expect(await batches.next()).toEqual({ done: true, value: undefined });
});

it('reports a failure after the items pushed before it', async () => {
  const queue = createAsyncQueue<number>();
  queue.push(1);
  queue.fail(new TypeError('gone'));
  queue.fail(new TypeError('later'));
  const read: number[] = [];
  const reading = (async () => {
    for await (const item of queue) read.push(item);
  })();
  await expect(reading).rejects.toThrow('gone');
  expect(read).toEqual([1]);
});
