import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createWorkerPool } from '../src/index.ts';
import { ACTS_ENTRY, LOAD_ENTRY, openLoadPool, watchIncidents } from './fixtures/pools.ts';

const run = promisify(execFile);

describe('a model that cannot be loaded', () => {
  it.each(['process', 'thread'] as const)(
    'tells its reason to warm() with %s isolation',
    async (isolation) => {
      const pool = openLoadPool({ how: 'throw' }, { isolation, threads: 2 });
      await expect(pool.warm()).rejects.toMatchObject({
        code: 'ENGINE_LOAD_FAILED',
        message: 'kit/load could not load: tokens.txt has 3 lines; at least 10 are needed',
      });
    },
  );

  it.skipIf(process.platform === 'win32')(
    'says so when there is no file descriptor for its process',
    async () => {
      const script = fileURLToPath(new URL('fixtures/out-of-files.ts', import.meta.url));
      const command = ['-c', 'ulimit -n 100; exec "$0" "$@"', process.execPath];
      const { stdout } = await run('sh', [...command, ...process.execArgv, script, ACTS_ENTRY]);
      expect(JSON.parse(stdout)).toEqual([
        ['ENGINE_LOAD_FAILED', expect.stringContaining('The child could not be started: spawn')],
        'answered',
      ]);
    },
  );

  it('keeps the code of a SpeechError', async () => {
    await expect(openLoadPool({ how: 'throw-speech-error' }).warm()).rejects.toMatchObject({
      code: 'MODEL_CORRUPT',
      message: 'The model file has the wrong hash.',
    });
  });

  it('leaves its last output when it aborts the process, and the parent survives', async () => {
    const pool = openLoadPool({ how: 'abort' });
    const error = await pool.warm().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'ENGINE_LOAD_FAILED' });
    expect(error).toHaveProperty('message', expect.stringContaining('SIGABRT'));
    expect(error).toHaveProperty('message', expect.stringContaining('Errors in the model config!'));
  });

  it('is noticed when it ends its thread with exit()', async () => {
    const pool = openLoadPool({ how: 'exit' });
    await expect(pool.warm()).rejects.toMatchObject({
      code: 'ENGINE_LOAD_FAILED',
      message: expect.stringContaining('255'),
    });
  });

  it('fails at the load deadline', async () => {
    const pool = openLoadPool({ how: 'never' }, { loadDeadlineMs: 300 });
    await expect(pool.warm()).rejects.toMatchObject({
      code: 'ENGINE_LOAD_FAILED',
      message: expect.stringContaining('300 ms'),
    });
  });

  it('fails every task that waits for it, and is loaded again only for the next call', async () => {
    const { incidents, onIncident } = watchIncidents();
    const pool = openLoadPool({ how: 'throw' }, { onIncident });
    const waiting = [pool.run(undefined), pool.run(undefined), pool.warm()];
    for (const { status, reason } of (await Promise.allSettled(waiting)) as PromiseRejectedResult[]) {
      expect([status, reason.code]).toEqual(['rejected', 'ENGINE_LOAD_FAILED']);
    }
    expect(pool.generation).toBe(0);
    expect(pool.stats()).toEqual({ queued: 0, running: 0, restarts: 0 });
    await expect(pool.run(undefined)).rejects.toMatchObject({ code: 'ENGINE_LOAD_FAILED' });
    expect(incidents).toEqual([]);
  });

  it('opens the breaker when callers keep trying', async () => {
    const { kinds, onIncident } = watchIncidents();
    const breaker = { crashes: 2, windowMs: 60_000, cooldownMs: 60_000 };
    const pool = openLoadPool({ how: 'throw' }, { onIncident, breaker, isolation: 'thread' });
    await expect(pool.warm()).rejects.toMatchObject({ code: 'ENGINE_LOAD_FAILED' });
    await expect(pool.warm()).rejects.toMatchObject({ code: 'ENGINE_LOAD_FAILED' });
    await expect(pool.warm()).rejects.toMatchObject({ code: 'ENGINE_UNAVAILABLE' });
    expect(kinds()).toEqual(['breaker-open']);
  });

  it.each(['process', 'thread'] as const)(
    'is refused with %s isolation when its settings cannot be cloned',
    async (isolation) => {
      const init = { callback: () => {} };
      const pool = createWorkerPool({ name: 'kit/odd', entry: ACTS_ENTRY, init, isolation, threads: 1 });
      await expect(pool.warm()).rejects.toMatchObject({ name: 'SpeechError', fault: 'caller' });
      await pool.close();
    },
  );
});

describe('what all threads share', () => {
  it.each(['process', 'thread'] as const)('is made once with %s isolation', async (isolation) => {
    const pool = openLoadPool({ how: 'prepare' }, { isolation, threads: 3 });
    const seen = [];
    for (const thread of [0, 1, 2, 0]) seen.push(await pool.run(undefined, { thread }));
    expect(seen).toEqual([1, 11, 21, 31]);
  });

  it('fails the load with its reason when it cannot be made', async () => {
    await expect(openLoadPool({ how: 'throw-in-prepare' }, { threads: 2 }).warm()).rejects.toMatchObject({
      code: 'ENGINE_LOAD_FAILED',
      message: 'kit/load could not load: the module is 3 bytes long',
    });
  });
});

describe('a module that is not a worker module', () => {
  it.each([
    ['a missing file', LOAD_ENTRY.replace('load-worker', 'no-such-worker'), 'no-such-worker'],
    ['a file without a worker', LOAD_ENTRY.replace('load-worker', 'pools'), ''],
  ])('fails the load: %s', async (_what, entry, hint) => {
    const pool = createWorkerPool({
      name: 'kit/none',
      entry,
      init: undefined,
      isolation: 'process',
      threads: 1,
    });
    await expect(pool.warm()).rejects.toMatchObject({
      code: 'ENGINE_LOAD_FAILED',
      message: expect.stringContaining(hint),
    });
    await pool.close();
  });

  it.each([
    { threads: 0 },
    { threads: 1.5 },
    { tasksPerThread: 0 },
    { recycleAfterTasks: 0 },
    { entry: 'worker.ts' },
  ])('refuses the settings %o', (wrong) => {
    const right = {
      name: 'kit/odd',
      entry: ACTS_ENTRY,
      init: undefined,
      isolation: 'process',
      threads: 1,
    } as const;
    expect(() => createWorkerPool({ ...right, ...wrong })).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIG' }),
    );
  });
});
