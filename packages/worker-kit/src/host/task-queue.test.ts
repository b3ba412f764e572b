import { expect, it } from 'vitest';
import { createFifoQueue } from './task-queue.ts';

const anyTask = () => true;

it('gives tasks in the order they came', () => {
  const queue = createFifoQueue<string>();
  for (const task of ['a', 'b', 'c']) queue.push(task);
  expect([queue.take(anyTask), queue.take(anyTask), queue.take(anyTask), queue.take(anyTask)]).toEqual([
    'a',
    'b',
    'c',
    undefined,
  ]);
});

it('passes over tasks that cannot run now and keeps their place', () => {
  const queue = createFifoQueue<string>();
  for (const task of ['a', 'b', 'c']) queue.push(task);
  expect(queue.take((task) => task !== 'a')).toBe('b');
  expect([queue.take(anyTask), queue.take(anyTask)]).toEqual(['a', 'c']);
});

it('puts a task back ahead of all others', () => {
  const queue = createFifoQueue<string>();
  queue.push('b');
  queue.putBack('a');
  expect(queue.drain(anyTask)).toEqual(['a', 'b']);
  expect(queue.size).toBe(0);
});

it('removes a task once', () => {
  const queue = createFifoQueue<string>();
  queue.push('a');
  expect([queue.remove('a'), queue.remove('a'), queue.size]).toEqual([true, false, 0]);
});

it('drains only what is meant', () => {
  const queue = createFifoQueue<number>();
  for (const task of [1, 2, 3, 4]) queue.push(task);
  expect(queue.drain((task) => task % 2 === 0)).toEqual([2, 4]);
  expect(queue.drain(anyTask)).toEqual([1, 3]);
});
