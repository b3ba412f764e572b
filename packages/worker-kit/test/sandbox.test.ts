import { describe, expect, it } from 'vitest';
import { openActsPool, watchIncidents } from './fixtures/pools.ts';

const SANDBOX = { sandboxed: true, restart: { minDelayMs: 1, maxDelayMs: 10 } } as const;

describe('a sandboxed worker', () => {
  it('runs in a thread of this process with process isolation, and gets buffers without a copy', async () => {
    const pool = openActsPool(SANDBOX);
    expect(pool.isInProcess).toBe(true);
    expect(await pool.run({ type: 'pid' })).toBe(process.pid);
    const samples = new Float32Array([1, 2, 3]);
    const echo = await pool.run({ type: 'echo', value: samples }, { transfer: [samples.buffer] });
    expect(echo).toEqual(new Float32Array([1, 2, 3]));
    expect(samples).toHaveLength(0);
    expect(pool.stats()).not.toHaveProperty('rssBytes');
  });

  it('that loops in WebAssembly is ended at its deadline, and waiting tasks run in its replacement', async () => {
    const { kinds, onIncident } = watchIncidents();
    const pool = openActsPool({
      ...SANDBOX,
      onIncident,
      deadlineMs: ({ type }) => (type === 'loop-in-wasm' ? 200 : 60_000),
    });
    await pool.warm();
    const hung = pool.run({ type: 'loop-in-wasm' });
    const waiting = pool.run({ type: 'count' });
    await expect(hung).rejects.toMatchObject({ code: 'ENGINE_TIMEOUT' });
    expect(await waiting).toBe(1);
    expect(kinds()).toEqual(['worker-hung', 'worker-restarted']);
  });

  it('whose heap grows without end is ended alone, and replaced', async () => {
    const { incidents, kinds, onIncident } = watchIncidents();
    const pool = openActsPool({ ...SANDBOX, onIncident });
    const greedy = pool.run({ type: 'hoard' });
    const waiting = pool.run({ type: 'count' });
    await expect(greedy).rejects.toMatchObject({ code: 'ENGINE_CRASHED' });
    expect(await waiting).toBe(1);
    expect(kinds()).toEqual(['worker-died', 'worker-restarted']);
    expect(incidents[0]?.message).toMatch(/memory/);
  });

  it('that ends itself repeatedly opens the breaker', async () => {
    const breaker = { crashes: 3, windowMs: 60_000, cooldownMs: 60_000 };
    const pool = openActsPool({ ...SANDBOX, breaker });
    for (let death = 0; death < 3; death += 1) {
      await expect(pool.run({ type: 'exit' })).rejects.toMatchObject({ code: 'ENGINE_CRASHED' });
    }
    await expect(pool.run({ type: 'count' })).rejects.toMatchObject({ code: 'ENGINE_UNAVAILABLE' });
  });

  it('serves once its lead has loaded, and gives tasks of other threads to them when they have', async () => {
    const pool = openActsPool({ ...SANDBOX, threads: 2, lead: true });
    await pool.warm();
    expect(pool.loadState).toBe('loading-more');
    const waits: number[] = [];
    const [, second] = await Promise.all([
      pool.run({ type: 'thread' }, { thread: 0, onLoad: (durationMs) => waits.push(durationMs) }),
      pool.run({ type: 'thread' }, { thread: 2, onLoad: (durationMs) => waits.push(durationMs) }),
    ]);
    expect(second).toBe(2);
    expect(waits).toEqual([expect.any(Number)]);
    expect(pool.loadState).toBe('loaded');
    const leaving = new AbortController();
    const early = openActsPool({ ...SANDBOX, threads: 1, lead: true });
    await early.warm();
    const held = early.run({ type: 'hold' }, { thread: 1, signal: leaving.signal });
    leaving.abort();
    await expect(held).rejects.toMatchObject({ code: 'ABORTED' });
    expect(await early.run({ type: 'thread' }, { thread: 1 })).toBe(1);
  });
});
