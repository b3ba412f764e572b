import { expect, it } from 'vitest';
import { createTextQueue } from './text-queue.ts';

it('returns what was written meanwhile as one piece, and no empty piece', async () => {
  const queue = createTextQueue();
  const pieces = queue.pieces[Symbol.asyncIterator]();
  queue.push('Hello, ');
  queue.push('world');
  expect(await pieces.next()).toEqual({ done: false, value: 'Hello, world' });
  const next = pieces.next();
  queue.push('.');
  expect(await next).toEqual({ done: false, value: '.' });
  queue.push('');
  queue.end();
  expect(await pieces.next()).toEqual({ done: true, value: undefined });
});
