import { isJobLost } from '@parlance/core/requests';
import { deferred, type ManualClock, manualClock } from '@parlance/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import type { JobSource, TakenJob } from './job-source.ts';
import { type JobWorkerOptions, type QueueWorker, startJobWorker } from './job-worker.ts';

/** A scripted source, which records the calls for each job. */
class ScriptedSource implements JobSource {
  readonly waiting: TakenJob[] = [];
  readonly told: string[] = [];
  takes = 0;
  renewals = 0;
  /** The number of calls of `nextDueInMs`. */
  looks = 0;
  fault: Error | undefined;
  dueInMs: number | undefined;
  kept: ReadonlySet<TakenJob> | undefined;
  gate: Promise<void> = Promise.resolve();

  async take(_kind: string, count: number, without: readonly string[]): Promise<readonly TakenJob[]> {
    this.takes += 1;
    await this.gate;
    if (this.fault !== undefined) throw this.fault;
    const taken = this.waiting.filter(({ turn }) => !without.includes(turn ?? '')).slice(0, count);
    for (const job of taken) this.waiting.splice(this.waiting.indexOf(job), 1);
    return taken;
  }
  async nextDueInMs(_kind: string, without: readonly string[]): Promise<number | undefined> {
    this.looks += 1;
    const isDue = this.waiting.some(({ turn }) => !without.includes(turn ?? ''));
    return this.dueInMs ?? (isDue ? 0 : undefined);
  }
  async complete(_kind: string, { id }: TakenJob): Promise<void> {
    this.told.push(`complete ${id}`);
  }
  async retry(_kind: string, { id }: TakenJob): Promise<void> {
    this.told.push(`retry ${id}`);
  }
  async handBack(_kind: string, { id }: TakenJob): Promise<void> {
    this.told.push(`hand back ${id}`);
  }
  async renew(_kind: string, jobs: readonly TakenJob[]): Promise<ReadonlySet<TakenJob>> {
    this.renewals += 1;
    return this.kept ?? new Set(jobs);
  }
}

/** Lets everything that is pending run, up to the next turn of the event loop. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('job worker', () => {
  let source: ScriptedSource;
  let clock: ManualClock;
  let errors: unknown[];
  const begun: { readonly id: string; readonly signal: AbortSignal }[] = [];
  let end: PromiseWithResolvers<void>;
  beforeEach(() => {
    source = new ScriptedSource();
    clock = manualClock();
    errors = [];
    begun.length = 0;
    end = Promise.withResolvers();
  });

  const start = (
    limits: Partial<
      Pick<JobWorkerOptions<TakenJob>, 'concurrency' | 'perTurn' | 'reserved' | 'leaveToOthersMs'>
    > = {},
    whenEnded = (): Promise<void> => end.promise,
  ): QueueWorker =>
    startJobWorker({
      kind: 'synthesis',
      source,
      concurrency: 1,
      ...limits,
      clock,
      onError: (error) => errors.push(error),
      handler: (id, { signal }) => {
        begun.push({ id, signal });
        return whenEnded();
      },
    });

  it('aborts a job that another worker has got, and does not report its end', async () => {
    source.waiting.push({ id: 'a', starts: 1 });
    const worker = start();
    await settled();
    await worker.renew();
    expect(begun[0]?.signal.aborted).toBe(false);
    expect(source.renewals).toBe(1);
    source.kept = new Set();
    await worker.renew();
    expect(begun[0]?.signal.aborted).toBe(true);
    expect(begun.map(({ signal }) => isJobLost(signal))).toEqual([true]);
    end.resolve();
    await settled();
    expect(source.told).toEqual([]);
    await worker.stop(0);
    expect(source.told).toEqual([]);
  });

  it('renews nothing without a job', async () => {
    const worker = start();
    await settled();
    await worker.renew();
    expect(source.renewals).toBe(0);
    // It sets no timer if nothing is planned, since it would be woken.
    expect(clock.pendingTimers).toBe(0);
  });

  it('reports a failed job, and leaves its next start to the source', async () => {
    source.waiting.push({ id: 'a', starts: 1 });
    start();
    await settled();
    const fault = new Error('no');
    end.reject(fault);
    await settled();
    expect(source.told).toEqual(['retry a']);
    expect(errors).toEqual([fault]);
  });

  it('retries a failing source after a second', async () => {
    source.fault = new Error('the database is down');
    start();
    await settled();
    expect(errors).toEqual([source.fault]);
    source.fault = undefined;
    source.waiting.push({ id: 'a', starts: 1 });
    clock.advance(999);
    await settled();
    expect(begun).toHaveLength(0);
    clock.advance(1);
    await settled();
    expect(begun).toHaveLength(1);
  });

  it('looks at the due time, or earlier if it is told an earlier one', async () => {
    source.dueInMs = 5000;
    const worker = start();
    await settled();
    worker.wakeIn(3000);
    worker.wakeIn(4000);
    expect(source.takes).toBe(1);
    clock.advance(2999);
    await settled();
    expect(source.takes).toBe(1);
    clock.advance(1);
    await settled();
    expect(source.takes).toBe(2);
  });

  it('looks at the earlier time even if it is told a later one too', async () => {
    const worker = start();
    await settled();
    worker.wakeIn(500);
    worker.wakeIn(5000);
    source.waiting.push({ id: 'a', starts: 1 });
    clock.advance(500);
    await settled();
    expect(begun).toHaveLength(1);
  });

  it('keeps an earlier time that it was told, even if a job ends before', async () => {
    source.waiting.push({ id: 'a', starts: 1 });
    source.dueInMs = 5000;
    const worker = start({ concurrency: 2 });
    await settled();
    worker.wakeIn(500);
    clock.advance(100);
    source.dueInMs = 400;
    end.resolve();
    await settled();
    source.waiting.push({ id: 'b', starts: 1 });
    clock.advance(400);
    await settled();
    expect(begun.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('takes as many jobs as it has places for with one call', async () => {
    for (const id of ['a', 'b', 'c', 'd']) source.waiting.push({ id, starts: 1 });
    start({ concurrency: 3 });
    await settled();
    expect([begun.length, source.takes]).toEqual([3, 1]);
  });

  it('leaves no timer behind when it is stopped, and looks no more', async () => {
    source.dueInMs = 5000;
    const worker = start();
    await settled();
    expect(clock.pendingTimers).toBe(1);
    await worker.stop(0);
    expect(clock.pendingTimers).toBe(0);
    worker.wakeIn(100);
    expect(clock.pendingTimers).toBe(0);
  });

  it('does not retry a failing source after it was stopped', async () => {
    const gate = deferred();
    source.gate = gate.promise;
    source.fault = new Error('the database is down');
    const worker = start();
    const stopped = worker.stop(1000);
    gate.resolve();
    await stopped;
    expect(clock.pendingTimers).toBe(0);
  });

  it('fills its places, and those of each turn only up to their limit', async () => {
    for (const turn of ['a', 'a', 'a', 'b', 'a', 'c', 'c'])
      source.waiting.push({ id: `${turn}${source.waiting.length}`, starts: 1, turn });
    start({ concurrency: 5, perTurn: 2 });
    await settled();
    expect(begun.map(({ id }) => id)).toEqual(['a0', 'a1', 'b3', 'c5', 'c6']);
  });

  describe('while one turn has all of its places, and more waits', () => {
    const wait = (...turns: readonly string[]): void => {
      for (const turn of turns)
        source.waiting.push({ id: `${turn}${source.waiting.length}`, starts: 1, turn });
    };
    const ids = (): readonly string[] => begun.map(({ id }) => id);
    const ends: PromiseWithResolvers<void>[] = [];
    const startScripted = (): QueueWorker =>
      start({ concurrency: 4, perTurn: 1, reserved: 1 }, () => {
        const ended = Promise.withResolvers<void>();
        ends.push(ended);
        return ended.promise;
      });
    beforeEach(() => {
      ends.length = 0;
    });

    it('does not look again until something changes', async () => {
      wait('a', 'a', 'a');
      startScripted();
      await settled();
      const { takes, looks } = source;
      for (let second = 0; second < 5; second++) {
        clock.advance(1000);
        await settled();
      }
      expect([ids(), source.takes, source.looks]).toEqual([['a0'], takes, looks]);
    });

    it('looks only for that turn when one of its jobs is done', async () => {
      wait('a', 'a', 'a');
      startScripted();
      await settled();
      const { takes, looks } = source;
      ends[0]?.resolve();
      await settled();
      expect([ids(), source.takes, source.looks]).toEqual([['a0', 'a1'], takes + 1, looks]);
    });

    it('looks for all turns when it is woken, when a job failed, and when a planned one is due', async () => {
      wait('a', 'a');
      const worker = startScripted();
      await settled();
      wait('b');
      worker.wake();
      await settled();
      expect(ids()).toEqual(['a0', 'b1']);
      wait('c');
      ends[0]?.reject(new Error('no'));
      await settled();
      expect(ids()).toEqual(['a0', 'b1', 'a1', 'c1']);
      wait('d');
      worker.wakeIn(500);
      ends[1]?.resolve();
      await settled();
      expect(ids()).toEqual(['a0', 'b1', 'a1', 'c1', 'd0']);
    });
  });

  it('leaves a second job to other workers until it has been due for long enough', async () => {
    source.waiting.push({ id: 'a', starts: 1 }, { id: 'b', starts: 1 }, { id: 'c', starts: 1 });
    source.dueInMs = -100;
    start({ concurrency: 3, leaveToOthersMs: 3000 });
    await settled();
    expect(begun.map(({ id }) => id)).toEqual(['a']);
    clock.advance(2899);
    await settled();
    expect(source.takes).toBe(1);
    source.dueInMs = -3000;
    clock.advance(1);
    await settled();
    expect(begun.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  it('takes the next job at once when it has none left', async () => {
    source.waiting.push({ id: 'a', starts: 1 }, { id: 'b', starts: 1 });
    source.dueInMs = 0;
    start({ concurrency: 3, leaveToOthersMs: 3000 });
    await settled();
    expect(begun.map(({ id }) => id)).toEqual(['a']);
    end.resolve();
    await settled();
    expect(begun.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('looks again if it is woken while it looks', async () => {
    const gate = deferred();
    source.gate = gate.promise;
    const worker = start();
    worker.wake();
    worker.wake();
    gate.resolve();
    await settled();
    expect(source.takes).toBe(2);
  });

  it('returns jobs that arrive after it was stopped, without starting them', async () => {
    const gate = deferred();
    source.gate = gate.promise;
    source.waiting.push({ id: 'a', starts: 1 });
    const worker = start();
    const stopped = worker.stop(1000);
    gate.resolve();
    await stopped;
    expect(begun).toHaveLength(0);
    expect(source.told).toEqual(['hand back a']);
  });

  it.each(['succeeds', 'fails'])(
    'returns a job that ignores the abort, once, and reports nothing when it %s late',
    async (itsEnd) => {
      source.waiting.push({ id: 'a', starts: 1 });
      const worker = start();
      await settled();
      const stopped = worker.stop(1000);
      clock.advance(1000);
      await settled();
      expect(begun[0]?.signal.aborted).toBe(true);
      expect(begun.map(({ signal }) => isJobLost(signal))).toEqual([false]);
      expect(source.told).toEqual([]);
      clock.advance(2000);
      await stopped;
      expect(source.told).toEqual(['hand back a']);
      if (itsEnd === 'succeeds') end.resolve();
      else end.reject(new Error('aborted'));
      await settled();
      expect(source.told).toEqual(['hand back a']);
      expect(errors).toEqual([]);
      expect(clock.pendingTimers).toBe(0);
    },
  );

  it('keeps the result of a job that ends in spite of the abort', async () => {
    source.waiting.push({ id: 'a', starts: 1 });
    const worker = start();
    await settled();
    const stopped = worker.stop(0);
    clock.advance(0);
    await settled();
    end.resolve();
    await stopped;
    expect(source.told).toEqual(['complete a']);
  });
});
