import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isAlive, LOAD_ENTRY } from '../../test/fixtures/pools.ts';
import { ONE_THREAD, watchWorkers } from '../../test/fixtures/watch-workers.ts';
import type { WorkerPlan } from '../wire/messages.ts';
import { ProcessWorkers, type ProcessWorkersOptions } from './process-workers.ts';

const PATIENT = { intervalMs: 600_000, timeoutMs: 600_000 };

function startWorkers(
  plan: Partial<WorkerPlan> = {},
  heartbeat: ProcessWorkersOptions['heartbeat'] = PATIENT,
) {
  const watched = watchWorkers(
    (onEvent) =>
      new ProcessWorkers({ name: 'kit/named', plan: { ...ONE_THREAD, ...plan }, heartbeat, onEvent }),
  );
  onTestFinished(() => watched.workers.kill());
  return watched;
}

/** The ids of the processes that this one has started and that have not ended, as Linux lists them. */
const children = (): string => readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim();

/** The only one of them. */
function onlyChild(): number {
  const pid = Number(children());
  // A signal to 0 would go to the whole group of this process.
  if (!(pid > 1)) throw new TypeError(`There is not one child, but "${children()}".`);
  return pid;
}

describe.runIf(process.platform === 'linux')('workers in a process of their own', () => {
  it('have the name of their pool, and hear nothing after their end', async () => {
    const { workers, events, first, run } = startWorkers();
    await first('loaded');
    const pid = onlyChild();
    expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')).toContain('kit/named');
    expect(await run({ type: 'pid' })).toBe(pid);
    await workers.kill();
    expect(isAlive(pid)).toBe(false);
    workers.run(9, 0, { type: 'pid' }, []);
    workers.cancel(9);
    expect(events.map(({ type }) => type)).toEqual(['loaded', 'result']);
  });

  it('are ended by force if they do not retire in time', async () => {
    const { workers, first, begin } = startWorkers();
    await first('loaded');
    begin({ type: 'hold' });
    await first('chunk');
    await workers.retire(10);
    expect(children()).toBe('');
  });

  it('are lost once, with how their process ended and what it wrote last', async () => {
    const { events, first } = startWorkers({ entry: LOAD_ENTRY, init: { how: 'abort' } });
    await first('lost');
    expect(events).toEqual([
      {
        type: 'lost',
        loss: {
          kind: 'worker-died',
          message: 'The child ended with signal SIGABRT.',
          stderrTail: expect.stringContaining('offline-tts.cc:44 Errors in the model config!'),
        },
      },
    ]);
  });

  it('tell how much memory they occupy at every beat of their heart', async () => {
    const { events, first } = startWorkers({}, { intervalMs: 20, timeoutMs: 600_000 });
    const { rssBytes } = await first('rss');
    expect(rssBytes).toBeGreaterThan(10_000_000);
    expect(events[0]).toEqual({ type: 'loaded' });
  });

  it('are lost when their process answers no more', async () => {
    const { first, events } = startWorkers({}, { intervalMs: 50, timeoutMs: 2000 });
    await first('loaded');
    const pid = onlyChild();
    process.kill(pid, 'SIGSTOP');
    const { loss } = await first('lost');
    expect(loss).toMatchObject({
      kind: 'worker-hung',
      message: 'The child gave no sign of life for 2000 ms.',
    });
    await expect.poll(() => isAlive(pid)).toBe(false);
    expect(events.filter(({ type }) => type === 'lost')).toHaveLength(1);
  });

  it('are not started with what cannot be sent to them', async () => {
    expect(() => startWorkers({ init: () => undefined })).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIG' }),
    );
    await expect.poll(children).toBe('');
  });
});
