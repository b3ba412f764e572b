import { describe, expect, it, onTestFinished } from 'vitest';
import { ONE_THREAD, watchWorkers } from '../../test/fixtures/watch-workers.ts';
import type { WorkerPlan } from '../wire/messages.ts';
import { ThreadWorkers } from './thread-workers.ts';

function startWorkers(plan: Partial<WorkerPlan> = {}) {
  const watched = watchWorkers((onEvent) => new ThreadWorkers({ ...ONE_THREAD, ...plan }, onEvent));
  onTestFinished(() => watched.workers.kill());
  return watched;
}

describe('workers in threads of this process', () => {
  it('get the buffers of a task without a copy, and no secret', async () => {
    const { workers, first, run } = startWorkers();
    await first('loaded');
    expect(await run({ type: 'pid' })).toBe(process.pid);
    const { buffer } = Float32Array.of(1, 2);
    workers.run(7, 0, { type: 'echo', value: buffer }, [buffer]);
    expect(await first('result', (event) => 'taskId' in event && event.taskId === 7)).toMatchObject({
      result: Float32Array.of(1, 2).buffer,
    });
    expect(buffer.byteLength).toBe(0);
    process.env.SECRET_OF_TEST = 'secret';
    onTestFinished(() => void delete process.env.SECRET_OF_TEST);
    expect(await run({ type: 'environment' })).not.toHaveProperty('SECRET_OF_TEST');
  });

  it('do not keep their owner when they do not retire in time, or cannot be ended', async () => {
    const { workers, events, first, begin } = startWorkers();
    await first('loaded');
    begin({ type: 'loop' });
    await workers.retire(10);
    expect(events).toEqual([{ type: 'loaded' }]);
  });

  it('are lost without one where it runs the tasks of several', async () => {
    const { first, begin } = startWorkers({ tasksPerThread: 2, sharesModel: true });
    await first('loaded');
    begin({ type: 'exit' });
    expect((await first('lost')).loss).not.toHaveProperty('thread');
  });
});
