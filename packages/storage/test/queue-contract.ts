import type {
  JobContext,
  JobHandler,
  JobKind,
  JobQueue,
  JobWorker,
  JobWorkOptions,
} from '@parlance/core/requests';
import type { JobOptions, JobOutbox } from '@parlance/core/storage';
import { deferred } from '@parlance/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** A queue under test, which is empty when it is opened. */
export interface QueueSubject {
  readonly queue: JobQueue;
  /**
   * Adds jobs in one transaction, like a record store.
   *
   * @param isRolledBack fails the transaction after `work`
   */
  transact(work: (outbox: JobOutbox) => Promise<void>, isRolledBack?: boolean): Promise<void>;
  close(): Promise<void>;
}

interface Run {
  readonly id: string;
  readonly context: JobContext;
  readonly atMs: number;
  readonly end: () => void;
  readonly fail: () => void;
}

const STOP_MS = 5000;
/** By the database's clock, a timer of Node may fire this many milliseconds early. */
export const CLOCK_GRAIN_MS = 5;

/** A handler that the test controls: it records each run, which lasts until the test ends it. */
export class Runs {
  readonly begun: Run[] = [];
  #waiting: { readonly count: number; readonly resolve: () => void }[] = [];

  readonly handler: JobHandler = (id, context) =>
    new Promise((resolve, reject) => {
      context.signal.addEventListener('abort', () => reject(new Error('aborted')));
      this.begun.push({
        id,
        context,
        atMs: Date.now(),
        end: resolve,
        fail: () => reject(new Error('scripted failure')),
      });
      this.#waiting = this.#waiting.filter(({ count, resolve: tell }) => {
        if (this.begun.length < count) return true;
        tell();
        return false;
      });
    });

  /** Waits for the total number of runs. @returns the last of them */
  async nth(count: number): Promise<Run> {
    const { promise, resolve } = deferred();
    this.#waiting.push({ count, resolve });
    if (this.begun.length >= count) resolve();
    await promise;
    const run = this.begun[count - 1];
    if (run === undefined) throw new Error('no such run');
    return run;
  }

  get ids(): readonly string[] {
    return this.begun.map(({ id }) => id);
  }
}

/** The cases that every queue has to pass. */
export function describeJobQueue(name: string, open: () => Promise<QueueSubject>): void {
  describe(`job queue: ${name}`, () => {
    let subject: QueueSubject;
    let workers: JobWorker[];
    beforeEach(async () => {
      subject = await open();
      workers = [];
    });
    afterEach(async () => {
      await Promise.all(workers.map((worker) => worker.stop(0)));
      await subject.close();
    });

    const add = (kind: JobKind, id: string, options?: JobOptions): Promise<void> =>
      subject.transact((outbox) => outbox.add(kind, id, options));
    const work = async (
      kind: JobKind,
      places: number | JobWorkOptions,
      handler: JobHandler,
    ): Promise<JobWorker> => {
      const options = typeof places === 'number' ? { concurrency: places } : places;
      const worker = await subject.queue.work(kind, options, handler);
      workers.push(worker);
      return worker;
    };

    it('starts a job at once that was added while a worker waits, without polling every two seconds', async () => {
      const runs = new Runs();
      await work('synthesis', 1, runs.handler);
      const waitsMs: number[] = [];
      // A busy machine may be late, but not each time.
      while (waitsMs.length < 8 && !waitsMs.some((waitMs) => waitMs < 1000)) {
        const addedAtMs = Date.now();
        await add('synthesis', `a${waitsMs.length}`);
        const run = await runs.nth(waitsMs.length + 1);
        waitsMs.push(run.atMs - addedAtMs);
        run.end();
      }
      expect(Math.min(...waitsMs)).toBeLessThan(1000);
    });

    it('starts a job that was added while a worker waits, and forgets it when it is done', async () => {
      const runs = new Runs();
      await work('synthesis', 1, runs.handler);
      await add('synthesis', 'a');
      const run = await runs.nth(1);
      expect(run).toMatchObject({ id: 'a', context: { starts: 1 } });
      expect(await subject.queue.depth('synthesis')).toBe(1);
      run.end();
      await add('synthesis', 'b');
      (await runs.nth(2)).end();
      await workers[0]?.stop(STOP_MS);
      expect(await subject.queue.depth('synthesis')).toBe(0);
      expect(runs.ids).toEqual(['a', 'b']);
    });

    it('keeps the trace context with which a job was added, even when the job is retried', async () => {
      const runs = new Runs();
      await work('synthesis', 1, runs.handler);
      const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
      await add('synthesis', 'traced', { traceparent });
      const first = await runs.nth(1);
      expect(first.context.traceparent).toBe(traceparent);
      first.fail();
      const again = await runs.nth(2);
      expect(again.context).toMatchObject({ starts: 2, traceparent });
      again.end();
      await add('synthesis', 'untraced');
      const other = await runs.nth(3);
      expect(other.context.traceparent).toBeUndefined();
      other.end();
    });

    it('starts jobs from before the worker, the oldest first, each kind with its own worker', async () => {
      await add('transcription', 'other');
      await add('synthesis', 'first');
      await add('synthesis', 'second');
      const runs = new Runs();
      await work('synthesis', 1, runs.handler);
      (await runs.nth(1)).end();
      (await runs.nth(2)).end();
      await workers[0]?.stop(STOP_MS);
      expect(runs.ids).toEqual(['first', 'second']);
      expect(await subject.queue.depth('transcription')).toBe(1);
    });

    it('starts a planned job at its time and not before', async () => {
      const runs = new Runs();
      await work('webhook-delivery', 1, runs.handler);
      const dueAtMs = Date.now() + 700;
      await add('webhook-delivery', 'later', { startAfter: new Date(dueAtMs).toISOString() });
      await add('webhook-delivery', 'now');
      (await runs.nth(1)).end();
      const run = await runs.nth(2);
      run.end();
      expect(runs.ids).toEqual(['now', 'later']);
      expect(run.atMs).toBeGreaterThanOrEqual(dueAtMs - CLOCK_GRAIN_MS);
    });

    it('starts a job after a wait by its own clock, of two waits after the shorter', async () => {
      const runs = new Runs();
      await work('webhook-delivery', 1, runs.handler);
      const addedAtMs = Date.now();
      await add('webhook-delivery', 'later', { startInMs: 3_600_000 });
      await add('webhook-delivery', 'later', { startInMs: 700 });
      await add('webhook-delivery', 'now');
      (await runs.nth(1)).end();
      const run = await runs.nth(2);
      run.end();
      expect(runs.ids).toEqual(['now', 'later']);
      expect(run.atMs).toBeGreaterThanOrEqual(addedAtMs + 700 - CLOCK_GRAIN_MS);
    });

    it('retries a failed job after a while, and counts its starts', async () => {
      const runs = new Runs();
      await work('transcription', 1, runs.handler);
      await add('transcription', 'a');
      const first = await runs.nth(1);
      first.fail();
      const second = await runs.nth(2);
      expect(second).toMatchObject({ id: 'a', context: { starts: 2 } });
      expect(second.atMs - first.atMs).toBeGreaterThanOrEqual(900);
      second.end();
    });

    it('runs jobs up to the concurrency limit, and the next when one ends', async () => {
      const runs = new Runs();
      await subject.transact(async (outbox) => {
        for (const id of ['a', 'b', 'c', 'd']) await outbox.add('synthesis', id);
      });
      await work('synthesis', 2, runs.handler);
      const second = await runs.nth(2);
      await add('synthesis', 'e');
      expect(runs.begun).toHaveLength(2);
      expect(await subject.queue.depth('synthesis')).toBe(5);
      expect(await subject.queue.depth('synthesis', 3)).toBe(3);
      expect(await subject.queue.depth('synthesis', 9)).toBe(5);
      second.end();
      await runs.nth(3);
      expect(runs.begun).toHaveLength(3);
      for (const count of [3, 4, 5]) {
        (await runs.nth(count)).end();
      }
      expect(new Set(runs.ids)).toEqual(new Set(['a', 'b', 'c', 'd', 'e']));
    });

    it('runs jobs of one turn only up to its limit, and those of others at the same time', async () => {
      const runs = new Runs();
      await subject.transact(async (outbox) => {
        for (const id of ['a1', 'a2', 'a3', 'a4']) await outbox.add('transcription', id, { turn: 'a' });
        await outbox.add('transcription', 'b1', { turn: 'b' });
        await outbox.add('transcription', 'own');
      });
      await work('transcription', { concurrency: 8, perTurn: 2 }, runs.handler);
      await runs.nth(4);
      expect(runs.ids.toSorted()).toEqual(['a1', 'a2', 'b1', 'own']);
      await add('transcription', 'b2', { turn: 'b' });
      await runs.nth(5);
      expect(runs.ids[4]).toBe('b2');
      runs.begun.find(({ id }) => id === 'a2')?.end();
      await runs.nth(6);
      expect(runs.ids[5]).toBe('a3');
      expect(await subject.queue.depth('transcription')).toBe(6);
    });

    it('starts a planned job of one turn at its time while another turn has all of its places and more jobs', async () => {
      const runs = new Runs();
      await work('webhook-delivery', { concurrency: 4, perTurn: 1 }, runs.handler);
      const dueAtMs = Date.now() + 700;
      await subject.transact(async (outbox) => {
        for (const id of ['a1', 'a2', 'a3']) await outbox.add('webhook-delivery', id, { turn: 'a' });
        await outbox.add('webhook-delivery', 'b1', {
          turn: 'b',
          startAfter: new Date(dueAtMs).toISOString(),
        });
      });
      await runs.nth(1);
      const run = await runs.nth(2);
      expect(runs.ids).toEqual(['a1', 'b1']);
      expect(run.atMs).toBeGreaterThanOrEqual(dueAtMs - CLOCK_GRAIN_MS);
    });

    it('reserves the last places for turns that have none', async () => {
      const runs = new Runs();
      await subject.transact(async (outbox) => {
        for (const turn of ['a', 'b', 'c'])
          for (const id of ['1', '2']) await outbox.add('transcription', `${turn}${id}`, { turn });
      });
      await work('transcription', { concurrency: 4, perTurn: 2, reserved: 2 }, runs.handler);
      await runs.nth(4);
      expect(runs.ids.toSorted()).toEqual(['a1', 'a2', 'b1', 'c1']);
      expect(await subject.queue.depth('transcription')).toBe(6);
    });

    it('keeps the turn of a failed job, and of a returned one', async () => {
      const runs = new Runs();
      const options = { concurrency: 4, perTurn: 1 };
      const worker = await work('transcription', options, runs.handler);
      await add('transcription', 'a1', { turn: 'a' });
      (await runs.nth(1)).fail();
      await runs.nth(2);
      await add('transcription', 'a2', { turn: 'a' });
      await worker.stop(0);
      const later = new Runs();
      await work('transcription', options, later.handler);
      await later.nth(1);
      await add('transcription', 'b1', { turn: 'b' });
      await later.nth(2);
      expect(later.ids[1]).toBe('b1');
      expect(runs.ids).toEqual(['a1', 'a1']);
    });

    it('does not add a waiting job twice; the earlier time counts', async () => {
      const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
      await add('webhook-delivery', 'a', { startAfter: inAnHour });
      await add('webhook-delivery', 'a', { startAfter: inAnHour });
      expect(await subject.queue.depth('webhook-delivery')).toBe(1);
      const runs = new Runs();
      await work('webhook-delivery', 2, runs.handler);
      await add('webhook-delivery', 'a');
      await add('webhook-delivery', 'last');
      await runs.nth(2);
      expect(runs.ids.toSorted()).toEqual(['a', 'last']);
      expect(await subject.queue.depth('webhook-delivery')).toBe(2);
    });

    it('keeps a job that was added while one with the same id runs', async () => {
      const runs = new Runs();
      await work('webhook-delivery', 1, runs.handler);
      await add('webhook-delivery', 'a');
      const first = await runs.nth(1);
      await add('webhook-delivery', 'a', { startAfter: new Date(Date.now() + 50).toISOString() });
      expect(await subject.queue.depth('webhook-delivery')).toBe(2);
      first.end();
      const second = await runs.nth(2);
      expect(second).toMatchObject({ id: 'a', context: { starts: 1 } });
      second.end();
    });

    it('knows whether a record has a job that waits or runs', async () => {
      const runs = new Runs();
      await add('synthesis', 'a');
      expect(await subject.queue.has('synthesis', 'a')).toBe(true);
      expect(await subject.queue.has('synthesis', 'b')).toBe(false);
      expect(await subject.queue.has('transcription', 'a')).toBe(false);
      const worker = await work('synthesis', 1, runs.handler);
      const run = await runs.nth(1);
      expect(await subject.queue.has('synthesis', 'a')).toBe(true);
      expect(await subject.queue.has('synthesis', 'b')).toBe(false);
      expect(await subject.queue.has('transcription', 'a')).toBe(false);
      run.end();
      await worker.stop(STOP_MS);
      expect(await subject.queue.has('synthesis', 'a')).toBe(false);
    });

    it('adds nothing if the transaction fails', async () => {
      const runs = new Runs();
      await work('synthesis', 1, runs.handler);
      await subject.transact((outbox) => outbox.add('synthesis', 'never'), true);
      await add('synthesis', 'a');
      (await runs.nth(1)).end();
      await workers[0]?.stop(STOP_MS);
      expect(runs.ids).toEqual(['a']);
      expect(await subject.queue.depth('synthesis')).toBe(0);
    });

    it('completes running jobs when it stops, and takes no more', async () => {
      const runs = new Runs();
      const worker = await work('synthesis', 1, runs.handler);
      await add('synthesis', 'a');
      const run = await runs.nth(1);
      const stopped = worker.stop(STOP_MS);
      await add('synthesis', 'b');
      run.end();
      await stopped;
      await worker.stop(STOP_MS);
      expect(run.context.signal.aborted).toBe(false);
      expect(runs.ids).toEqual(['a']);
      expect(await subject.queue.depth('synthesis')).toBe(1);
    });

    it('aborts jobs that do not end in time, and returns them without counting the start', async () => {
      const runs = new Runs();
      const worker = await work('synthesis', 1, runs.handler);
      await add('synthesis', 'a');
      const run = await runs.nth(1);
      await worker.stop(10);
      expect(run.context.signal.aborted).toBe(true);
      const later = new Runs();
      await work('synthesis', 1, later.handler);
      const again = await later.nth(1);
      expect(again).toMatchObject({ id: 'a', context: { starts: 1 } });
      again.end();
      expect(runs.begun).toHaveLength(1);
    });

    it('starts a job at once that another worker has returned', async () => {
      const [first, second] = [new Runs(), new Runs()];
      const worker = await work('synthesis', 1, first.handler);
      await add('synthesis', 'a');
      await first.nth(1);
      await work('synthesis', 1, second.handler);
      await worker.stop(0);
      const again = await second.nth(1);
      expect(again).toMatchObject({ id: 'a', context: { starts: 1 } });
      again.end();
    });

    it('counts a failed job as waiting and not as running', async () => {
      const runs = new Runs();
      await work('synthesis', 1, runs.handler);
      await add('synthesis', 'a');
      (await runs.nth(1)).fail();
      await expect
        .poll(async () => (await subject.queue.backlog()).synthesis)
        .toMatchObject({ running: 0, waiting: 0, planned: 1 });
      expect(await subject.queue.has('synthesis', 'a')).toBe(true);
      (await runs.nth(2)).end();
    });

    it('plans no housekeeping without a worker for it', async () => {
      const runs = new Runs();
      await work('synthesis', 1, runs.handler);
      await add('synthesis', 'a');
      (await runs.nth(1)).end();
      await workers[0]?.stop(STOP_MS);
      expect(await subject.queue.depth('housekeeping')).toBe(0);
    });

    it('plans housekeeping by itself, once for any number of workers', async () => {
      const runs = new Runs();
      await work('housekeeping', 1, runs.handler);
      await work('housekeeping', 1, runs.handler);
      expect(await subject.queue.depth('housekeeping')).toBe(1);
    });
  });
}
