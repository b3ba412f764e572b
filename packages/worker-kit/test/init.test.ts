import { fileURLToPath } from 'node:url';
import { SpeechError } from '@parlance/core/errors';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createWorkerPool } from '../src/index.ts';
import type { LoadPlan } from './fixtures/load-worker.ts';

const ENTRY = fileURLToPath(new URL('fixtures/load-worker.ts', import.meta.url));
const PREPARE: LoadPlan = { how: 'prepare' };

function openPool(init: (signal: AbortSignal) => Promise<LoadPlan>) {
  const pool = createWorkerPool<LoadPlan, undefined, number>({
    name: 'kit/init',
    entry: ENTRY,
    init,
    isolation: 'thread',
    threads: 1,
  });
  onTestFinished(() => pool.close());
  return pool;
}

describe('a pool that has to find out what it loads', () => {
  it('asks with its first task, once, and is loaded then', async () => {
    const init = vi.fn(async () => PREPARE);
    const pool = openPool(init);
    expect([init.mock.calls.length, pool.loadState]).toEqual([0, 'unloaded']);
    await Promise.all([pool.warm(), pool.run(undefined), pool.run(undefined)]);
    expect([init.mock.calls.length, pool.loadState]).toEqual([1, 'loaded']);
  });

  it('passes a failure on to all waiting tasks, however often, and asks again for the next task', async () => {
    const init = vi.fn(async () => PREPARE);
    const failure = new SpeechError('MODEL_DOWNLOAD_FAILED', 'There is no network.');
    const failures = 6;
    for (let attempt = 0; attempt < failures; attempt += 1) init.mockRejectedValueOnce(failure);
    const pool = openPool(init);
    for (let attempt = 0; attempt < failures; attempt += 1) {
      const results = await Promise.allSettled([pool.warm(), pool.run(undefined)]);
      for (const result of results) expect(result).toMatchObject({ reason: { code: failure.code } });
      expect(pool.problem()).toBeUndefined();
    }
    expect(await pool.run(undefined)).toBe(1);
  });

  it('aborts the search when it closes, and rejects the tasks that wait for it', async () => {
    let isAborted = false;
    const pool = openPool(
      (signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            isAborted = true;
            reject(signal.reason);
          });
        }),
    );
    const run = pool.run(undefined);
    const refused = expect(run).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
    await pool.close();
    await refused;
    expect(isAborted).toBe(true);
  });

  it('drops a task that is aborted meanwhile', async () => {
    const found = Promise.withResolvers<LoadPlan>();
    const pool = openPool(() => found.promise);
    const leaving = new AbortController();
    const run = pool.run(undefined, { signal: leaving.signal });
    leaving.abort();
    await expect(run).rejects.toMatchObject({ code: 'ABORTED' });
    found.resolve(PREPARE);
    expect(await pool.run(undefined)).toBe(1);
  });
});
