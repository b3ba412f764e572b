import type { Isolation } from '@parlance/core/engine';
import { describe, expect, it } from 'vitest';
import { holdThread, isAlive, openActsPool, watchIncidents, workerPid } from './fixtures/pools.ts';

const FAST = { restart: { minDelayMs: 1, maxDelayMs: 10 } } as const;

describe('a child process that dies', () => {
  it.each(['SIGSEGV', 'SIGKILL', 'SIGABRT'] as const)(
    'of %s fails its task alone, and is replaced',
    async (signal) => {
      const { incidents, kinds, onIncident } = watchIncidents();
      const pool = openActsPool({ ...FAST, onIncident });
      const crash = pool.run({ type: 'signal', signal });
      const queued = pool.run({ type: 'count' });
      await expect(crash).rejects.toMatchObject({ code: 'ENGINE_CRASHED', retryable: true });
      expect(await queued).toBe(1);
      expect(pool.generation).toBe(2);
      expect(pool.stats()).toMatchObject({ restarts: 1, queued: 0, running: 0 });
      expect(kinds()).toEqual(['worker-died', 'worker-restarted']);
      expect(incidents[0]).toMatchObject({ engine: 'kit/acts', message: expect.stringContaining(signal) });
    },
  );

  it('ends a neighbouring task too: it runs again unless it has emitted a chunk', async () => {
    const pool = openActsPool({ ...FAST, threads: 3 });
    const { held } = await holdThread(pool, 0);
    const controller = new AbortController();
    const silent = pool.run({ type: 'hold', isSilent: true }, { thread: 1, signal: controller.signal });
    const crash = pool.run({ type: 'signal', signal: 'SIGSEGV' }, { thread: 2 });
    await expect(held).rejects.toMatchObject({ code: 'ENGINE_CRASHED' });
    // Nobody knows which of the silent ones it was: both run again, once, and the killer kills both again.
    await expect(crash).rejects.toMatchObject({ code: 'ENGINE_CRASHED' });
    await expect(silent).rejects.toMatchObject({ code: 'ENGINE_CRASHED' });
    expect(pool.generation).toBe(3);
    expect(await pool.run({ type: 'count' })).toBe(1);
    controller.abort();
  });

  it('leaves tasks of its generation refused: queued ones at once, later ones on arrival', async () => {
    const pool = openActsPool(FAST);
    await pool.warm();
    const { generation } = pool;
    const crash = pool.run({ type: 'signal', signal: 'SIGSEGV' });
    const bound = pool.run({ type: 'count' }, { thread: 0, generation });
    const free = pool.run({ type: 'count' });
    await expect(crash).rejects.toMatchObject({ code: 'ENGINE_CRASHED' });
    await expect(bound).rejects.toMatchObject({ code: 'ENGINE_CRASHED' });
    await expect(pool.run({ type: 'count' }, { generation })).rejects.toMatchObject({
      code: 'ENGINE_CRASHED',
    });
    expect(await free).toBe(1);
    expect(await pool.run({ type: 'count' }, { generation: pool.generation })).toBe(2);
  });

  it('is killed at the deadline of its task when it was stopped', async () => {
    const { kinds, onIncident } = watchIncidents();
    const pool = openActsPool({
      ...FAST,
      onIncident,
      deadlineMs: (act) => (act.type === 'signal' ? 300 : 30_000),
    });
    const pid = await workerPid(pool);
    await expect(pool.run({ type: 'signal', signal: 'SIGSTOP' })).rejects.toMatchObject({
      code: 'ENGINE_TIMEOUT',
    });
    expect(await pool.run({ type: 'count' })).toBe(1);
    expect(isAlive(pid)).toBe(false);
    expect(kinds()).toEqual(['worker-hung', 'worker-restarted']);
  });

  it('is not replaced after this process and it were stopped together, as with a machine that is moved', async () => {
    const { kinds, onIncident } = watchIncidents();
    const heartbeat = { intervalMs: 50, timeoutMs: 1000 };
    const pool = openActsPool({ ...FAST, onIncident, heartbeat, deadlineMs: () => 1500, tasksPerThread: 2 });
    const pid = await workerPid(pool);
    const first = pool.run({ type: 'meet', guests: 2 });
    process.kill(pid, 'SIGSTOP');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4000);
    process.kill(pid, 'SIGCONT');
    const second = pool.run({ type: 'meet', guests: 2 });
    expect(await Promise.all([first, second])).toEqual([0, 0]);
    expect(await pool.run({ type: 'pid' })).toBe(pid);
    expect(kinds()).toEqual([]);
  });

  it('is detected by its missing heartbeat and replaced when it was stopped while idle', async () => {
    const { kinds, onIncident, next } = watchIncidents();
    const pool = openActsPool({ ...FAST, onIncident, heartbeat: { intervalMs: 50, timeoutMs: 1000 } });
    const pid = await workerPid(pool);
    const restarted = next('worker-restarted');
    process.kill(pid, 'SIGSTOP');
    await restarted;
    expect(kinds()).toEqual(['worker-hung', 'worker-restarted']);
    expect(isAlive(pid)).toBe(false);
    expect(await pool.run({ type: 'pid' })).not.toBe(pid);
  });

  it('is replaced when it dies idle, before the next task', async () => {
    const { onIncident, next } = watchIncidents();
    const pool = openActsPool({ ...FAST, onIncident });
    const pid = await workerPid(pool);
    const restarted = next('worker-restarted');
    process.kill(pid, 'SIGKILL');
    await restarted;
    expect(pool.generation).toBe(2);
  });
});

describe.each<Isolation>(['process', 'thread'])('a worker thread with %s isolation', (isolation) => {
  it('that ends itself fails its task, spares its neighbour, and is replaced', async () => {
    const { incidents, onIncident } = watchIncidents();
    const pool = openActsPool({ ...FAST, isolation, threads: 2, onIncident });
    await pool.warm();
    const controller = new AbortController();
    const neighbour = pool.run({ type: 'hold', isSilent: true }, { thread: 0, signal: controller.signal });
    await expect(pool.run({ type: 'exit' }, { thread: 1 })).rejects.toMatchObject({ code: 'ENGINE_CRASHED' });
    expect(incidents[0]).toMatchObject({ kind: 'worker-died', message: expect.stringContaining('code: 7') });
    await pool.warm();
    expect(pool.stats()).toMatchObject({ running: 1, restarts: 1 });
    controller.abort();
    await expect(neighbour).rejects.toMatchObject({ code: 'ABORTED' });
    expect(await pool.run({ type: 'thread' }, { thread: 1 })).toBe(1);
  });

  it('that throws outside of the task’s promise fails its task, and is replaced', async () => {
    const { incidents, onIncident } = watchIncidents();
    const pool = openActsPool({ ...FAST, isolation, onIncident });
    await expect(pool.run({ type: 'throw-later' })).rejects.toMatchObject({ code: 'ENGINE_CRASHED' });
    expect(incidents[0]?.message).toContain('thrown behind the task');
    expect(await pool.run({ type: 'count' })).toBe(1);
  });

  it('that loops past its deadline is ended, and queued tasks run in its replacement', async () => {
    const { kinds, onIncident } = watchIncidents();
    const deadlineMs = (act: { type: string }) => (act.type === 'loop' ? 200 : 30_000);
    const pool = openActsPool({ ...FAST, isolation, onIncident, deadlineMs });
    await pool.warm();
    const loop = pool.run({ type: 'loop' });
    const queued = pool.run({ type: 'count' });
    await expect(loop).rejects.toMatchObject({
      code: 'ENGINE_TIMEOUT',
      message: expect.stringContaining('200 ms'),
    });
    expect(await queued).toBe(1);
    expect(kinds()).toEqual(['worker-hung', 'worker-restarted']);
  });

  it('that ignores an abort is still ended at the deadline', async () => {
    const { onIncident, next } = watchIncidents();
    const deadlineMs = (act: { type: string }) => (act.type === 'loop' ? 200 : 30_000);
    const pool = openActsPool({ ...FAST, isolation, onIncident, deadlineMs });
    await pool.warm();
    const controller = new AbortController();
    const hung = next('worker-hung');
    const loop = pool.run({ type: 'loop' }, { signal: controller.signal });
    controller.abort();
    await expect(loop).rejects.toMatchObject({ code: 'ABORTED' });
    await hung;
    expect(await pool.run({ type: 'count' })).toBe(1);
  });
});

describe('the breaker of a pool', () => {
  it('refuses everything after too many deaths, then serves one task as a probe, and closes', async () => {
    const { kinds, onIncident, next } = watchIncidents();
    const breaker = { crashes: 2, windowMs: 60_000, cooldownMs: 300 };
    const pool = openActsPool({ ...FAST, onIncident, breaker, threads: 2 });
    await pool.run({ type: 'count' });
    await expect(pool.run({ type: 'signal', signal: 'SIGSEGV' })).rejects.toMatchObject({
      code: 'ENGINE_CRASHED',
    });
    await pool.warm();
    const opened = next('breaker-open');
    const crash = pool.run({ type: 'signal', signal: 'SIGSEGV' }, { thread: 0 });
    const queued = pool.run({ type: 'count' }, { thread: 0 });
    await expect(crash).rejects.toMatchObject({ code: 'ENGINE_CRASHED' });
    await opened;
    const refusal = { code: 'ENGINE_UNAVAILABLE', retryable: true };
    await expect(queued).rejects.toMatchObject(refusal);
    const restarted = next('worker-restarted');
    await expect(pool.run({ type: 'count' })).rejects.toMatchObject(refusal);
    await expect(pool.warm()).rejects.toMatchObject(refusal);

    await restarted;
    const probes = [pool.run({ type: 'count' }), pool.run({ type: 'count' })];
    expect(pool.stats()).toMatchObject({ running: 1, queued: 1 });
    await Promise.all(probes);
    expect(kinds().slice(-3)).toEqual(['breaker-open', 'worker-restarted', 'breaker-closed']);
  });

  it.each(['process', 'thread'] as const)(
    'serves again after nine deaths in a row, isolation %s',
    async (isolation) => {
      const { kinds, onIncident, next } = watchIncidents();
      const pool = openActsPool({
        ...FAST,
        isolation,
        onIncident,
        breaker: { windowMs: 600_000, cooldownMs: 10 },
      });
      expect(pool.problem()).toBeUndefined();
      await pool.warm();
      for (let deaths = 1; deaths <= 9; deaths++) {
        const restarted = next('worker-restarted');
        await expect(pool.run({ type: 'exit' })).rejects.toMatchObject({ code: 'ENGINE_CRASHED' });
        expect(pool.problem()).toMatch(deaths < 5 ? /being replaced/ : /is paused/);
        await restarted;
        expect(pool.problem()).toBeUndefined();
      }
      await pool.run({ type: 'count' });
      expect(kinds().at(-1)).toBe('breaker-closed');
    },
  );

  it('opens again at the first death of a probe', async () => {
    const { kinds, onIncident, next } = watchIncidents();
    const pool = openActsPool({ ...FAST, onIncident, breaker: { crashes: 1, cooldownMs: 100 } });
    await pool.warm();
    const restarted = next('worker-restarted');
    await expect(pool.run({ type: 'exit' })).rejects.toMatchObject({ code: 'ENGINE_CRASHED' });
    await restarted;
    await expect(pool.run({ type: 'exit' })).rejects.toMatchObject({ code: 'ENGINE_CRASHED' });
    await expect(pool.run({ type: 'count' })).rejects.toMatchObject({ code: 'ENGINE_UNAVAILABLE' });
    expect(kinds().filter((kind) => kind === 'breaker-open')).toHaveLength(2);
  });
});
