import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Act } from '../../test/fixtures/acts-worker.ts';
import { ACTS_ENTRY, LOAD_ENTRY } from '../../test/fixtures/pools.ts';
import type { TaskReport } from '../wire/messages.ts';
import handleCommand from './main.ts';

const LOADING = {
  init: undefined,
  prepared: undefined,
  threadIndex: 3,
  isLead: false,
  isYielding: false,
  sharesModel: false,
};

/** Loads a worker into this thread. @returns its answer, what it reports, and the flags of its two lanes */
async function load(entry: string, options: Partial<typeof LOADING> | { readonly init: unknown } = {}) {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  const abortFlags = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
  const answer = await handleCommand({
    type: 'load',
    entry,
    ...LOADING,
    ...options,
    port: port2,
    abortFlags,
  });
  const reports: TaskReport[] = [];
  const ended = new Promise<void>((resolve) => {
    port1.on('message', (report: TaskReport) => {
      reports.push(report);
      if (report.type !== 'chunk') resolve();
    });
  });
  const run = async (task: Act, lane = 0): Promise<readonly TaskReport[]> => {
    await handleCommand({ type: 'run', taskId: 7, lane, task });
    await ended;
    return reports;
  };
  return { answer, run, flags: new Int32Array(abortFlags) };
}

describe('a worker thread', () => {
  it('answers that it has loaded, and runs tasks with the number that it was given', async () => {
    const { answer, run } = await load(ACTS_ENTRY);
    expect(answer).toEqual({ type: 'done' });
    expect(await run({ type: 'thread' })).toEqual([{ type: 'result', taskId: 7, result: 3 }]);
  });

  it('reports chunks in order and the result last, and gives their buffers away', async () => {
    const { run } = await load(ACTS_ENTRY);
    expect(await run({ type: 'stream', chunks: 2, samples: 1 })).toEqual([
      { type: 'chunk', taskId: 7, chunk: { index: 0, pcm: Float32Array.of(0) } },
      { type: 'chunk', taskId: 7, chunk: { index: 1, pcm: Float32Array.of(1) } },
      { type: 'result', taskId: 7, result: 2 },
    ]);
  });

  it('reports nothing of a task that was aborted but its end, whatever the other lane does', async () => {
    const { run, flags } = await load(ACTS_ENTRY);
    flags[1] = 1;
    expect(await run({ type: 'stream', chunks: 2, samples: 1 }, 1)).toEqual([
      { type: 'result', taskId: 7, result: undefined },
    ]);
    const other = await load(ACTS_ENTRY);
    other.flags[0] = 1;
    expect(await other.run({ type: 'echo', value: 'heard' }, 1)).toEqual([
      { type: 'result', taskId: 7, result: 'heard' },
    ]);
  });

  it('reports what a task throws, a code of its own or that the engine failed', async () => {
    const ours = await load(ACTS_ENTRY);
    expect(await ours.run({ type: 'fail', how: 'speech-error' })).toMatchObject([
      { type: 'error', taskId: 7, error: { code: 'TEXT_NOT_SPEAKABLE', details: { characters: 3 } } },
    ]);
    const foreign = await load(ACTS_ENTRY);
    expect(await foreign.run({ type: 'fail', how: 'type-error' })).toMatchObject([
      { type: 'error', error: { code: 'ENGINE_FAILED', details: { causeName: 'TypeError' } } },
    ]);
  });

  it('answers that a load failed, with what it failed of', async () => {
    expect((await load(LOAD_ENTRY, { init: { how: 'throw' } })).answer).toMatchObject({
      type: 'load-failed',
      error: { code: 'ENGINE_LOAD_FAILED', message: expect.stringContaining('tokens.txt has 3 lines') },
    });
    expect((await load(LOAD_ENTRY, { init: { how: 'throw-speech-error' } })).answer).toMatchObject({
      type: 'load-failed',
      error: { code: 'MODEL_CORRUPT' },
    });
  });

  it('makes what all threads share in the first one only', async () => {
    const prepare = (isFirst: boolean, how = 'prepare') =>
      handleCommand({ type: 'prepare', entry: LOAD_ENTRY, init: { how }, isFirst });
    expect(await prepare(true)).toEqual({ type: 'done', prepared: Int32Array.of(1) });
    expect(await prepare(false)).toEqual({ type: 'done' });
    expect(await prepare(true, 'throw-in-prepare')).toMatchObject({
      type: 'load-failed',
      error: { code: 'ENGINE_LOAD_FAILED', message: 'the module is 3 bytes long' },
    });
    const without = await handleCommand({
      type: 'prepare',
      entry: ACTS_ENTRY,
      init: undefined,
      isFirst: true,
    });
    expect(without).toEqual({ type: 'done' });
  });

  it.each(['deadline.ts', 'index.ts'])(
    'takes nothing for a worker module that is none, such as %s',
    async (file) => {
      const { answer } = await load(join(import.meta.dirname, '..', file));
      expect(answer).toMatchObject({
        type: 'load-failed',
        error: { message: 'The worker module has no default export made by defineWorker.' },
      });
    },
  );

  it.runIf(process.platform === 'linux')(
    'lets others go first if it is asked to, once it has loaded',
    async () => {
      const niceness = async (isYielding: boolean) => {
        const { run } = await load(ACTS_ENTRY, { isYielding });
        const [report] = await run({ type: 'niceness' });
        return report?.type === 'result' ? Number(report.result) : Number.NaN;
      };
      const before = await niceness(false);
      expect(await niceness(true)).toBe(Math.min(19, before + 5));
    },
  );

  it('runs nothing before it has loaded', async () => {
    vi.resetModules();
    const { default: handleFirst } = await import('./main.ts');
    await expect(handleFirst({ type: 'run', taskId: 7, lane: 0, task: undefined })).rejects.toThrow(
      'before its model was loaded',
    );
    expect(await handleFirst({ type: 'close' })).toEqual({ type: 'done' });
  });

  it('closes its model when it is asked to', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parlance-thread-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'closed');
    await load(LOAD_ENTRY, { init: { how: 'mark-close', file } });
    expect(existsSync(file)).toBe(false);
    expect(await handleCommand({ type: 'close' })).toEqual({ type: 'done' });
    expect(existsSync(file)).toBe(true);
    // One without anything to close is content too.
    await load(ACTS_ENTRY);
    expect(await handleCommand({ type: 'close' })).toEqual({ type: 'done' });
  });
});
