import { getPriority } from 'node:os';
import { describe, expect, it } from 'vitest';
import { openActsPool } from './fixtures/pools.ts';

const NORMAL_NICENESS = getPriority();

describe('a pool whose threads share a model', () => {
  const open = (isolation: 'process' | 'thread') =>
    openActsPool({ isolation, threads: 3, lead: true, sharesModel: true });

  it('holds the tasks of all threads but the lead in one', async () => {
    const pool = open('process');
    const batch = Array.from({ length: 3 }, () => pool.run({ type: 'meet', guests: 3 }, { lane: 'batch' }));
    expect(await pool.run({ type: 'thread' }, { lane: 'first' })).toBe(0);
    expect(await Promise.all(batch)).toEqual([1, 1, 1]);
    expect(pool.threads).toBe(4);
  });

  it('gives each of its tasks its own abort signal', async () => {
    const pool = open('process');
    const ending = new AbortController();
    const aborted = pool.run({ type: 'meet', guests: 9 }, { lane: 'batch', signal: ending.signal });
    const others = [1, 2].map(() => pool.run({ type: 'meet', guests: 3 }, { lane: 'batch' }));
    await pool.warm();
    ending.abort();
    await expect(aborted).rejects.toMatchObject({ code: 'ABORTED' });
    // The aborted one is a guest still, and is the third for the others.
    expect(await Promise.all(others)).toEqual([1, 1]);
  });

  it('retries the tasks of a thread that died, as it is unknown which of them was the cause', async () => {
    const pool = open('process');
    const others = [1, 2].map(() => pool.run({ type: 'meet', guests: 2 }, { lane: 'batch' }));
    expect(await Promise.all(others)).toEqual([1, 1]);
    const killed = pool.run({ type: 'exit' }, { lane: 'batch' });
    await expect(killed).rejects.toMatchObject({ code: 'ENGINE_CRASHED' });
    expect(await pool.run({ type: 'thread' }, { lane: 'batch' })).toBe(1);
    expect(pool.stats().restarts).toBe(1);
  });

  it('keeps a copy in each thread of this process', async () => {
    const pool = open('thread');
    const threads = [1, 2, 3].map((thread) => pool.run({ type: 'thread' }, { lane: 'batch', thread }));
    expect(await Promise.all(threads)).toEqual([1, 2, 3]);
  });

  it.runIf(process.platform === 'linux')('lets the lead go before the threads that compute', async () => {
    const pool = open('process');
    expect(await pool.run({ type: 'niceness' }, { lane: 'first' })).toBe(NORMAL_NICENESS);
    const computing = (await pool.run({ type: 'pool-niceness' }, { lane: 'batch' })) as number[];
    // As many as tasks, and one for files. Node 22 does not name them yet: they are as they were there.
    if (Number(process.versions.node.split('.')[0]) >= 24) expect(computing).toHaveLength(5);
    for (const niceness of computing) expect(niceness).toBeGreaterThan(NORMAL_NICENESS);
  });
});
