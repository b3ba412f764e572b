import { SpeechError } from '@parlance/core/errors';
import type { RunOptions, WorkerPool } from '@parlance/worker-kit';
import { expect, it, vi } from 'vitest';
import { openWorkerStream } from './worker-stream.ts';

/** A pool of one thread that does as it is told, whether or not somebody still waits for it. */
function slowPool() {
  const done: string[] = [];
  let kept = 0;
  let goOn: () => void = () => undefined;
  const pool: Pick<WorkerPool<string, undefined>, 'generation' | 'run' | 'keepLoaded'> = {
    generation: 1,
    keepLoaded() {
      kept += 1;
      return () => {
        kept -= 1;
      };
    },
    run(task: string, { signal, onLoad }: RunOptions<never> = {}) {
      onLoad?.(700);
      return new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(SpeechError.aborted(signal)));
        const finish = (): void => {
          done.push(task);
          resolve(undefined);
        };
        if (task === 'open') goOn = finish;
        else finish();
      });
    },
  };
  return { pool: pool as WorkerPool<string, undefined>, done, goOn: () => goOn(), kept: () => kept };
}

const TASKS = { first: 'open', last: 'close' };

it('a stream that is given up while it is being opened is closed in its thread', async () => {
  const { pool, done, goOn, kept } = slowPool();
  const giveUp = new AbortController();
  const opening = openWorkerStream(pool, TASKS, { thread: 0, signal: giveUp.signal });
  giveUp.abort();
  goOn();
  await expect(opening).rejects.toMatchObject({ code: 'ABORTED' });
  expect(done).toEqual(['open', 'close']);
  await expect.poll(kept).toBe(0);
});

it('a stream is closed once, and keeps its workers until then', async () => {
  const { pool, done, goOn, kept } = slowPool();
  const opening = openWorkerStream(pool, TASKS, { thread: 0 });
  goOn();
  const stream = await opening;
  expect(kept()).toBe(1);
  await Promise.all([stream.close(), stream.close()]);
  expect([done, kept()]).toEqual([['open', 'close'], 0]);
  await expect(stream.run('detect')).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
});

it('its opening reports how long it waited for a worker to load, and nothing after it does', async () => {
  const { pool, goOn } = slowPool();
  const onLoad = vi.fn();
  const opening = openWorkerStream(pool, TASKS, { thread: 0, onLoad });
  goOn();
  const stream = await opening;
  await stream.run('detect');
  await stream.close();
  expect(onLoad).toHaveBeenCalledExactlyOnceWith(700);
});
