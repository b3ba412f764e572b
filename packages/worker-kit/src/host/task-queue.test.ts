import { expect, it } from 'vitest';
import { createFifoQueue, createLaneQueue } from './task-queue.ts';

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

it('gives live tasks before batch tasks, each lane in the order it came', () => {
  const queue = createLaneQueue<string>((task) => (task.startsWith('live') ? 'live' : 'batch'));
  for (const task of ['batch 1', 'batch 2', 'live 1', 'live 2']) queue.push(task);
  queue.putBack('batch 0');
  expect(queue.size).toBe(5);
  expect(queue.remove('live 1')).toBe(true);
  expect(queue.take(anyTask)).toBe('live 2');
  expect(queue.take((task) => task !== 'batch 0')).toBe('batch 1');
  expect(queue.drain(anyTask)).toEqual(['batch 0', 'batch 2']);
});
