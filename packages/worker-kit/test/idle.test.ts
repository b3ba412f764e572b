import { describe, expect, it } from 'vitest';
import { holdThread, isAlive, openActsPool, watchIncidents, workerPid } from './fixtures/pools.ts';

const SOON_MS = 30;

/** Resolves when the process is gone, which no event of the pool tells. */
async function untilGone(pid: number): Promise<void> {
  await expect.poll(() => isAlive(pid), { interval: 20 }).toBe(false);
}

describe('a pool that is idle for long', () => {
  it('ends its child, and loads again for the next task, without an incident', async () => {
    const { kinds, onIncident } = watchIncidents();
    const pool = openActsPool({ idleUnloadMs: SOON_MS, onIncident });
    const pid = await workerPid(pool);
    await untilGone(pid);
    const other = await workerPid(pool);
    expect(isAlive(other)).toBe(true);
    expect(other).not.toBe(pid);
    expect(pool.stats().restarts).toBe(0);
    expect(kinds()).toEqual([]);
  });

  it('also unloads if it was warmed and never used, and accepts tasks at any time', async () => {
    const pool = openActsPool({ idleUnloadMs: 1 });
    await pool.warm();
    for (let turn = 0; turn < 5; turn++) {
      expect(await pool.run({ type: 'echo', value: turn })).toBe(turn);
    }
    await pool.warm();
  });

  it('unloads when it is told to, unless somebody keeps it, who lets go once however often', async () => {
    const pool = openActsPool();
    await pool.warm();
    const [one, other] = [pool.keepLoaded(), pool.keepLoaded()];
    one();
    one();
    await pool.unload();
    expect(pool.loadState).toBe('loaded');
    other();
    await pool.unload();
    expect(pool.loadState).toBe('unloaded');
    expect(await pool.run({ type: 'count' })).toBe(1);
  });

  it('does not count as idle while a task runs or somebody holds it', async () => {
    const pool = openActsPool({ idleUnloadMs: SOON_MS });
    const letGo = pool.keepLoaded();
    const pid = await workerPid(pool);
    const { generation } = pool;
    const { abort, held } = await holdThread(pool);
    letGo();
    letGo();
    await new Promise((resolve) => setTimeout(resolve, 3 * SOON_MS));
    expect([isAlive(pid), pool.generation]).toEqual([true, generation]);
    abort();
    await expect(held).rejects.toMatchObject({ code: 'ABORTED' });
    await untilGone(pid);
  });
});
