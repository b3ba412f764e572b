import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Isolation } from '@parlance/core/engine';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { LoadPlan } from './fixtures/load-worker.ts';
import { holdThread, openActsPool, openLoadPool, watchIncidents } from './fixtures/pools.ts';

type Others = Extract<LoadPlan, { how: 'mark-load' }>['others'];
type Options = Parameters<typeof openLoadPool>[1];

/** A pool of a lead and two workers, and the numbers of the threads that have loaded or tried to. */
function openMarkedPool({ others, ...options }: Options & { readonly others?: Others } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-lead-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const pool = openLoadPool(
    { how: 'mark-load', folder, ...(others !== undefined && { others }) },
    { threads: 2, lead: true, restart: { minDelayMs: 1, maxDelayMs: 10 }, ...options },
  );
  return { pool, loaded: () => readdirSync(folder).map(Number).sort() };
}

describe.each<Isolation>(['process', 'thread'])('a pool with a lead and %s isolation', (isolation) => {
  it('loads only the lead, for as long as that is enough', async () => {
    const { pool, loaded } = openMarkedPool({ isolation });
    await pool.warm();
    for (const lane of ['final', 'first', 'next', 'sync'] as const) {
      expect(await pool.run(undefined, { lane })).toBe(0);
    }
    expect(loaded()).toEqual([0]);
    expect(pool.loadState).toBe('loaded');
  });

  it('loads the others for the first task that is not for the lead', async () => {
    const { pool, loaded } = openMarkedPool({ isolation });
    await pool.warm();
    const order: string[] = [];
    const asked = pool.run(undefined, {
      lane: 'batch',
      onLoad: (durationMs) => order.push(durationMs > 0 ? 'waited' : 'waited for nothing'),
      onStart: () => order.push('started'),
    });
    expect(pool.loadState).toBe('loading-more');
    expect(await asked).toBeGreaterThan(0);
    expect(loaded()).toEqual([0, 1, 2]);
    expect(await pool.run(undefined, { thread: 2, onLoad: () => order.push('waited again') })).toBe(2);
    expect([order, pool.loadState]).toEqual([['waited', 'started'], 'loaded']);
    expect(pool.stats()).toMatchObject({ queued: 0, running: 0, restarts: 0 });
  });

  it('loads all at once if the first task is not for the lead', async () => {
    const { pool, loaded } = openMarkedPool({ isolation });
    expect(await pool.run(undefined, { lane: 'interim' })).toBeGreaterThan(0);
    expect(loaded()).toEqual([0, 1, 2]);
  });

  it('accepts live tasks while the others load, and gives none to workers that do not exist yet', async () => {
    const { pool } = openMarkedPool({ isolation, others: 'never' });
    await pool.warm();
    const waiting = pool.run(undefined, { lane: 'batch' });
    waiting.catch(() => undefined);
    for (let turn = 0; turn < 3; turn += 1) expect(await pool.run(undefined, { lane: 'first' })).toBe(0);
    expect(pool.stats()).toMatchObject({ queued: 1, running: 0 });
  });
});

describe('a pool with a lead', () => {
  it('loads the others when live tasks outnumber it', async () => {
    const pool = openActsPool({ threads: 2, lead: true });
    await pool.warm();
    const { abort } = await holdThread(pool, { lane: 'first' });
    expect(await pool.run({ type: 'thread' }, { lane: 'first' })).toBe(1);
    abort();
  });

  it('loads a shared model once for all the others', async () => {
    const { pool, loaded } = openMarkedPool({ sharesModel: true });
    await pool.warm();
    await Promise.all([1, 2, 3].map(() => pool.run(undefined, { lane: 'batch' })));
    expect(loaded()).toEqual([0, 1]);
  });

  it('has no others again after it was unloaded, or closed while they load', async () => {
    const pool = openActsPool({ threads: 1, lead: true, idleUnloadMs: 1 });
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await pool.run({ type: 'thread' }, { lane: 'batch' })).toBe(1);
      expect(await pool.run({ type: 'thread' }, { lane: 'first' })).toBe(0);
    }
    const { pool: closing } = openMarkedPool({ others: 'never' });
    await closing.warm();
    const waiting = closing.run(undefined, { lane: 'batch' });
    await Promise.all([expect(waiting).rejects.toMatchObject({ code: 'SHUTTING_DOWN' }), closing.close()]);
  });

  it.each([
    ['throw', 'worker-died', 'no room for one more'],
    ['never', 'worker-hung', '5000 ms'],
  ] as const)(
    'whose others cannot load (%s) is replaced, and refuses what needs them',
    async (others, kind, reason) => {
      const { incidents, next, onIncident } = watchIncidents();
      const { pool } = openMarkedPool({
        others,
        onIncident,
        // Its lead has to load within it.
        loadDeadlineMs: others === 'never' ? 5000 : 60_000,
        breaker: { crashes: 1, windowMs: 60_000, cooldownMs: 1 },
      });
      await pool.warm();
      const served = next('worker-restarted');
      await expect(pool.run(undefined, { lane: 'batch' })).rejects.toMatchObject({
        code: 'ENGINE_UNAVAILABLE',
      });
      expect(incidents[0]).toMatchObject({ kind, message: expect.stringContaining(reason) });
      await served;
      expect(await pool.run(undefined, { lane: 'first' })).toBe(0);
    },
  );
});
