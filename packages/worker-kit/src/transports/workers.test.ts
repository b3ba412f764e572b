import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LOAD_ENTRY } from '../../test/fixtures/pools.ts';
import { ONE_THREAD, watchWorkers } from '../../test/fixtures/watch-workers.ts';
import type { WorkerPlan } from '../wire/messages.ts';
import { ProcessWorkers } from './process-workers.ts';
import { ThreadWorkers } from './thread-workers.ts';
import type { StartOptions } from './workers.ts';

type OnEvent = StartOptions['onEvent'];

const HEARTBEAT = { intervalMs: 600_000, timeoutMs: 600_000 };

describe.each([
  [
    'a process of their own',
    (plan: WorkerPlan, onEvent: OnEvent) =>
      new ProcessWorkers({ name: 'kit/any', plan, heartbeat: HEARTBEAT, onEvent }),
  ],
  ['threads of this process', (plan: WorkerPlan, onEvent: OnEvent) => new ThreadWorkers(plan, onEvent)],
])('workers in %s', (_where, start) => {
  const startWorkers = (plan: Partial<WorkerPlan> = {}) => {
    const watched = watchWorkers((onEvent) => start({ ...ONE_THREAD, ...plan }, onEvent));
    onTestFinished(() => watched.workers.kill());
    return watched;
  };

  it('load, run tasks and end without another word', async () => {
    const { workers, events, first, run } = startWorkers();
    await first('loaded');
    expect(await run({ type: 'stream', chunks: 2, samples: 3 })).toBe(2);
    expect(await run({ type: 'thread' })).toBe(0);
    await workers.kill();
    expect(events.map(({ type }) => type)).toEqual(['loaded', 'chunk', 'chunk', 'result', 'result']);
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

  it('are lost once, with the thread that ended', async () => {
    const { events, first, begin } = startWorkers({ threads: 2 });
    await first('loaded');
    begin({ type: 'exit' }, 1);
    const { loss } = await first('lost');
    expect(loss).toMatchObject({ kind: 'worker-died', thread: 1 });
    expect(loss.message).toMatch(/^Worker thread 1 ended: \S/);
    begin({ type: 'exit' }, 0);
    expect(events.filter(({ type }) => type === 'lost')).toHaveLength(1);
  });
});
