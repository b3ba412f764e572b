import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LOAD_ENTRY } from '../../test/fixtures/pools.ts';
import { ONE_THREAD, watchWorkers } from '../../test/fixtures/watch-workers.ts';
import type { WorkerPlan } from '../wire/messages.ts';
import { ThreadWorkers } from './thread-workers.ts';

function startWorkers(plan: Partial<WorkerPlan> = {}) {
  const watched = watchWorkers((onEvent) => new ThreadWorkers({ ...ONE_THREAD, ...plan }, onEvent));
  onTestFinished(() => watched.workers.kill());
  return watched;
}

describe('workers in threads of this process', () => {
  it('load, run tasks and end without another word', async () => {
    const { workers, events, first, run } = startWorkers();
    await first('loaded');
    expect(await run({ type: 'pid' })).toBe(process.pid);
    expect(await run({ type: 'stream', chunks: 1, samples: 3 })).toBe(1);
    expect(events.map(({ type }) => type)).toEqual(['loaded', 'result', 'chunk', 'result']);
    await workers.kill();
    expect(events).toHaveLength(4);
  });

  it('get the buffers of a task without a copy, and no secret', async () => {
    const { workers, first, run } = startWorkers();
    await first('loaded');
    const { buffer } = Float32Array.of(1, 2);
    workers.run(7, 0, { type: 'echo', value: buffer }, [buffer]);
    expect(await first('result')).toMatchObject({ taskId: 7, result: Float32Array.of(1, 2).buffer });
    expect(buffer.byteLength).toBe(0);
    process.env.SECRET_OF_TEST = 'secret';
    onTestFinished(() => void delete process.env.SECRET_OF_TEST);
    expect(await run({ type: 'environment' })).not.toHaveProperty('SECRET_OF_TEST');
  });

  it('end a task that is cancelled', async () => {
    const { workers, first, begin } = startWorkers();
    await first('loaded');
    const held = begin({ type: 'hold' });
    await first('chunk');
    workers.cancel(held);
    expect(await first('result')).toEqual({ type: 'result', taskId: held, result: undefined });
  });

  it('load the others when they are asked to', async () => {
    const { workers, first, run } = startWorkers({ threads: 2, hasLead: true, isLeadFirst: true });
    await first('loaded');
    workers.loadOthers();
    await first('others-loaded');
    expect(await run({ type: 'thread' }, 1)).toBe(1);
  });

  it('release their models when they retire, long before they have to', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'workers-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'closed');
    const { workers, events, first } = startWorkers({
      entry: LOAD_ENTRY,
      init: { how: 'mark-close', file },
    });
    await first('loaded');
    await workers.retire(600_000);
    expect(existsSync(file)).toBe(true);
    expect(events).toEqual([{ type: 'loaded' }]);
  });

  it('do not keep their owner when they do not retire in time, or cannot be ended', async () => {
    const { workers, events, first, begin } = startWorkers();
    await first('loaded');
    begin({ type: 'loop' });
    await workers.retire(10);
    expect(events).toEqual([{ type: 'loaded' }]);
  });

  it('are lost once, with the thread that ended', async () => {
    const { events, first, begin } = startWorkers({ threads: 2 });
    await first('loaded');
    begin({ type: 'exit' }, 1);
    const { loss } = await first('lost');
    expect(loss).toMatchObject({ kind: 'worker-died', thread: 1, stderrTail: '' });
    expect(loss.message).toMatch(/^Worker thread 1 ended: \S/);
    begin({ type: 'exit' }, 0);
    expect(events.filter(({ type }) => type === 'lost')).toHaveLength(1);
  });

  it('are lost without one where it runs the tasks of several', async () => {
    const { first, begin } = startWorkers({ tasksPerThread: 2, sharesModel: true });
    await first('loaded');
    begin({ type: 'exit' });
    expect((await first('lost')).loss).not.toHaveProperty('thread');
  });
});
