import type { WorkerPool } from '@parlance/worker-kit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { IdlePool } from './idle-pool.ts';

const IDLE_MS = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Pools that count, and whose tasks end when told. */
function bench() {
  const ends: (() => void)[] = [];
  const counts = { made: 0, closed: 0 };
  const createPool = () => {
    counts.made += 1;
    return {
      run: () => new Promise<undefined>((resolve) => ends.push(() => resolve(undefined))),
      close: async () => {
        counts.closed += 1;
      },
    } as unknown as WorkerPool<string, undefined>;
  };
  return { pool: new IdlePool<string, undefined>({ createPool, idleMs: IDLE_MS }), ends, counts };
}

it('makes a pool with the first task, and ends it when it was idle for the time', async () => {
  const { pool, ends, counts } = bench();
  expect(counts.made).toBe(0);
  const work = pool.run('one', {});
  await vi.advanceTimersByTimeAsync(2 * IDLE_MS);
  expect(counts).toEqual({ made: 1, closed: 0 });
  ends[0]?.();
  await work;
  await vi.advanceTimersByTimeAsync(IDLE_MS - 1);
  expect(counts.closed).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(counts.closed).toBe(1);
});

it('counts the time from the last task of several, and makes a pool anew for the next', async () => {
  const { pool, ends, counts } = bench();
  const works = [pool.run('one', {}), pool.run('two', {})];
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(2 * IDLE_MS);
  expect(counts).toEqual({ made: 1, closed: 0 });
  ends[1]?.();
  await Promise.all(works);
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  expect(counts.closed).toBe(1);
  void pool.run('three', {});
  expect(counts.made).toBe(2);
});

it('refuses tasks once closed, and closes the pool that stands', async () => {
  const { pool, ends, counts } = bench();
  const work = pool.run('one', {});
  ends[0]?.();
  await work;
  await pool.close();
  expect(counts.closed).toBe(1);
  await expect(pool.run('two', {})).rejects.toThrow('shutting down');
  await pool.close();
  expect(counts).toEqual({ made: 1, closed: 1 });
});
