import { getPriority } from 'node:os';
import type { Isolation } from '@parlance/core/engine';
import type { UnitPlace } from '@parlance/core/scheduling';
import { describe, expect, it } from 'vitest';
import { holdThread, openActsPool } from './fixtures/pools.ts';

const LEAD = 0;
/** Under `nice` it is not 0. */
const NORMAL_NICENESS = getPriority();

describe('a pool without a lead', () => {
  it('gives a free thread to the most urgent lane, and within a lane to the next app in turn', async () => {
    const pool = openActsPool();
    const { abort } = await holdThread(pool);
    const order: string[] = [];
    const ask = async (name: string, place: UnitPlace): Promise<void> => {
      await pool.run({ type: 'echo', value: name }, place);
      order.push(name);
    };
    const asked = [
      ask('batch', { lane: 'batch' }),
      ask('first of a', { lane: 'first', turn: 'app-a' }),
      ask('second of a', { lane: 'first', turn: 'app-a' }),
      ask('first of b', { lane: 'first', turn: 'app-b' }),
      ask('final', { lane: 'final' }),
    ];
    abort();
    await Promise.all(asked);
    expect(order).toEqual(['final', 'first of a', 'first of b', 'second of a', 'batch']);
  });

  it('drops a waiting task when a newer one of its series comes, but never one that has started', async () => {
    const pool = openActsPool();
    const series = { lane: 'interim', latestOf: Symbol('session') } as const;
    const { held, abort } = await holdThread(pool, series);
    const stale = pool.run({ type: 'echo', value: 'stale' }, series);
    const fresh = pool.run({ type: 'echo', value: 'fresh' }, series);
    await expect(stale).rejects.toMatchObject({ code: 'ABORTED' });
    expect(pool.stats()).toMatchObject({ queued: 1, running: 1 });
    abort();
    await expect(held).rejects.toMatchObject({ code: 'ABORTED' });
    expect(await fresh).toBe('fresh');
  });
});

describe.each<Isolation>(['process', 'thread'])('a pool with a lead and %s isolation', (isolation) => {
  it('starts a live task at once when batch tasks occupy all other threads', async () => {
    const pool = openActsPool({ isolation, threads: 2, lead: true });
    expect(pool.threads).toBe(3);
    await Promise.all([holdThread(pool, { lane: 'batch' }), holdThread(pool, { lane: 'batch' })]);
    const more = pool.run({ type: 'thread' }, { lane: 'batch' });
    more.catch(() => undefined);
    expect(await pool.run({ type: 'thread' }, { lane: 'first' })).toBe(LEAD);
    expect(pool.stats()).toMatchObject({ queued: 1, running: 2 });
  });

  it.runIf(process.platform === 'linux')('lets the lead go before the threads of batch tasks', async () => {
    const pool = openActsPool({ isolation, threads: 1, lead: true });
    expect(await pool.run({ type: 'niceness' }, { lane: 'first' })).toBe(NORMAL_NICENESS);
    expect(await pool.run({ type: 'niceness' }, { lane: 'batch' })).toBeGreaterThan(NORMAL_NICENESS);
  });
});
