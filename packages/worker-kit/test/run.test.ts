import { getEventListeners } from 'node:events';
import type { Isolation } from '@parlance/core/engine';
import { afterAll, describe, expect, it } from 'vitest';
import type { Act } from './fixtures/acts-worker.ts';
import { type ActsOptions, createActsPool, holdThread, openActsPool } from './fixtures/pools.ts';

interface PcmChunk {
  readonly index: number;
  readonly pcm: Float32Array<ArrayBuffer>;
}

describe.each<Isolation>(['process', 'thread'])('a pool with %s isolation', (isolation) => {
  const open = (options: ActsOptions = {}) => openActsPool({ isolation, ...options });
  /** For the rules that leave a pool as it was; starting one takes most of a test's time. */
  const shared = createActsPool({ isolation });
  afterAll(() => shared.close());

  it('returns what the worker returns, with its types', async () => {
    const value = { text: 'one', list: [1, 2], map: new Map([['a', 1]]), pcm: Float32Array.of(0.5, -1) };
    expect(await shared.run({ type: 'echo', value })).toEqual(value);
  });

  it('delivers chunks in order and all before the result', async () => {
    const seen: number[] = [];
    const onChunk = (chunk: unknown) => void seen.push((chunk as PcmChunk).index);
    const result = await shared.run({ type: 'stream', chunks: 500, samples: 3 }, { onChunk });
    expect(result).toBe(500);
    expect(seen).toEqual(Array.from({ length: 500 }, (_, index) => index));
  });

  it.each([10, 22_050])(
    'delivers %i samples intact, in a buffer that is the chunk’s alone',
    async (samples) => {
      const chunks: PcmChunk[] = [];
      const onChunk = (chunk: unknown) => void chunks.push(chunk as PcmChunk);
      await shared.run({ type: 'stream', chunks: 20, samples }, { onChunk });
      expect(chunks).toHaveLength(20);
      for (const { index, pcm } of chunks) {
        expect(pcm).toBeInstanceOf(Float32Array);
        expect(pcm.byteLength).toBe(pcm.buffer.byteLength);
        expect(pcm.length).toBe(samples);
        expect(pcm.every((sample) => sample === index)).toBe(true);
      }
      expect(new Set(chunks.map(({ pcm }) => pcm.buffer)).size).toBe(20);
    },
  );

  it('accepts all samples of a view into a larger buffer', async () => {
    const all = Float32Array.from({ length: 1000 }, (_, index) => index / 1000);
    const result = await shared.run({ type: 'echo', value: { pcm: all.subarray(100, 200) } });
    expect((result as PcmChunk).pcm).toEqual(all.slice(100, 200));
  });

  it('runs a task in the thread it names, and in any free one otherwise', async () => {
    const pool = open({ threads: 3 });
    const named = [2, 0, 1, 1, 2, 0];
    expect(await Promise.all(named.map((thread) => pool.run({ type: 'thread' }, { thread })))).toEqual(named);
    const { abort } = await holdThread(pool, 1);
    expect(await pool.run({ type: 'thread' })).not.toBe(1);
    abort();
  });

  it('starts tasks for free threads before those that wait for a busy one', async () => {
    const pool = open({ threads: 2 });
    const { abort } = await holdThread(pool, 0);
    const waiting = pool.run({ type: 'thread' }, { thread: 0 });
    expect(await pool.run({ type: 'thread' })).toBe(1);
    expect(pool.stats()).toMatchObject({ queued: 1, running: 1 });
    abort();
    expect(await waiting).toBe(0);
  });

  it('keeps the state of a thread between its tasks', async () => {
    const pool = open({ threads: 2 });
    const counts = [0, 0, 1, 0].map((thread) => pool.run({ type: 'count' }, { thread }));
    expect(await Promise.all(counts)).toEqual([1, 2, 1, 3]);
    expect(pool.generation).toBe(1);
  });

  it('runs up to the maximum number of tasks in one thread at once', async () => {
    const pool = open({ tasksPerThread: 3 });
    const guests = Array.from({ length: 6 }, () => pool.run({ type: 'meet', guests: 3 }));
    await pool.warm();
    expect(pool.stats()).toMatchObject({ running: 3, queued: 3 });
    expect(await Promise.all(guests)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it.each([
    [
      'speech-error',
      { code: 'TEXT_NOT_SPEAKABLE', message: 'Text has nothing to say.', details: { characters: 3 } },
    ],
    [
      'type-error',
      { code: 'ENGINE_FAILED', message: 'The addon wants a string.', details: { causeName: 'TypeError' } },
    ],
    ['string', { code: 'ENGINE_FAILED', message: 'a bare string' }],
    ['unclonable-result', { code: 'ENGINE_FAILED', details: { causeName: 'DataCloneError' } }],
  ] as const)('passes a %s on as a typed error, and the thread goes on', async (how, expected) => {
    await expect(shared.run({ type: 'fail', how })).rejects.toMatchObject({
      name: 'SpeechError',
      ...expected,
    });
    expect(await shared.run({ type: 'echo', value: 1 })).toBe(1);
    expect(shared.generation).toBe(1);
  });

  it('refuses a task that cannot be cloned, and the thread continues', async () => {
    const unclonable: Act = { type: 'echo', value: () => {} };
    await expect(shared.run(unclonable)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(await shared.run({ type: 'echo', value: 1 })).toBe(1);
  });

  it('refuses a thread that it does not have', async () => {
    const pool = open({ threads: 2 });
    await expect(pool.run({ type: 'thread' }, { thread: 2 })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
    await expect(pool.run({ type: 'thread' }, { thread: -1 })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });

  it('refuses an aborted signal before anything starts', async () => {
    const pool = open();
    const signal = AbortSignal.abort('gone');
    await expect(pool.run({ type: 'pid' }, { signal })).rejects.toMatchObject({
      code: 'ABORTED',
      cause: 'gone',
    });
    expect(pool.generation).toBe(0);
  });

  it('drops a queued task at its abort', async () => {
    const pool = open();
    const { abort } = await holdThread(pool);
    const controller = new AbortController();
    const queued = pool.run({ type: 'count' }, { signal: controller.signal });
    controller.abort();
    await expect(queued).rejects.toMatchObject({ code: 'ABORTED' });
    expect(pool.stats()).toMatchObject({ queued: 0, running: 1 });
    abort();
    expect(await pool.run({ type: 'count' })).toBe(1);
  });

  it('answers the abort of a running task at once, and frees its thread when it returns', async () => {
    const pool = open();
    const { held, abort, signal } = await holdThread(pool);
    abort();
    expect(pool.stats().running).toBe(1);
    await expect(held).rejects.toMatchObject({ code: 'ABORTED' });
    expect(await pool.run({ type: 'count' })).toBe(1);
    expect(pool.stats().running).toBe(0);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    expect(pool.generation).toBe(1);
  });

  it('gives up a task whose caller throws at a chunk', async () => {
    const onChunk = () => {
      throw new RangeError('cannot take it');
    };
    await expect(shared.run({ type: 'hold' }, { onChunk })).rejects.toThrow('cannot take it');
    expect(await shared.run({ type: 'echo', value: 1 })).toBe(1);
  });

  it('runs 10 000 tasks without a listener or task left behind', async () => {
    const pool = open({ threads: 2 });
    await pool.warm();
    const { signal } = new AbortController();
    const before = process.eventNames().map((name) => [name, process.listenerCount(name)]);
    const tasks = Array.from({ length: 10_000 }, (_, value) => pool.run({ type: 'echo', value }, { signal }));
    const results = await Promise.all(tasks);
    expect(results.every((result, index) => result === index)).toBe(true);
    expect(process.eventNames().map((name) => [name, process.listenerCount(name)])).toEqual(before);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
    expect(pool.stats()).toMatchObject({ queued: 0, running: 0, restarts: 0 });
  });
});

it('moves named buffers into a thread, and copies them into a process', async () => {
  const moved = new Float32Array(8).fill(0.25);
  const kept = new Float32Array(8).fill(0.25);
  const [byMove, byCopy] = await Promise.all([
    openActsPool({ isolation: 'thread' }).run({ type: 'echo', value: moved }, { transfer: [moved.buffer] }),
    openActsPool().run({ type: 'echo', value: kept }, { transfer: [kept.buffer] }),
  ]);
  expect(byMove).toEqual(new Float32Array(8).fill(0.25));
  expect(byCopy).toEqual(byMove);
  expect(moved.byteLength).toBe(0);
  expect(kept.byteLength).toBe(32);
});

it('runs tasks of process isolation in another process that sees no secret', async () => {
  process.env.KIT_TEST_SECRET = 'canary';
  const pool = openActsPool();
  expect(await pool.run({ type: 'pid' })).not.toBe(process.pid);
  const environment = await pool.run({ type: 'environment' });
  expect(JSON.stringify(environment)).not.toContain('canary');
  expect(environment).toHaveProperty('PATH');
  delete process.env.KIT_TEST_SECRET;
});
