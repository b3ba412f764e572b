import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Act } from '../../test/fixtures/acts-worker.ts';
import type { LoadPlan } from '../../test/fixtures/load-worker.ts';
import { LOAD_ENTRY } from '../../test/fixtures/pools.ts';
import { keepNews, ONE_THREAD } from '../../test/fixtures/watch-workers.ts';
import { childExecArgv } from '../transports/child-environment.ts';
import type { WorkerPlan, WorkersReport } from '../wire/messages.ts';
import { ThreadSlots } from './thread-slots.ts';

/** Threads of this process, and what they report. */
function openSlots(plan: Partial<WorkerPlan> = {}) {
  const { news: reports, tell, until } = keepNews<WorkersReport>();
  const slots = new ThreadSlots({
    plan: { ...ONE_THREAD, ...plan },
    threadEntry: createRequire(import.meta.url).resolve('@parlance/worker-kit/thread'),
    execArgv: childExecArgv(process.execArgv),
    env: { GIVEN: 'to threads' },
    onReport: tell,
  });
  onTestFinished(() => slots.destroy(0));
  /** Resolves when as many reports of a type have come. */
  const reported = (type: WorkersReport['type'], count = 1) =>
    until(() => reports.filter((report) => report.type === type).length >= count);
  let lastTaskId = 0;
  const start = (thread: number, act: Act): number => {
    lastTaskId += 1;
    slots.run(lastTaskId, thread, act, []);
    return lastTaskId;
  };
  const outcome = (taskId: number) =>
    until(() =>
      reports.find((one) => (one.type === 'result' || one.type === 'error') && one.taskId === taskId),
    );
  return {
    slots,
    reports,
    reported,
    start,
    outcome,
    run: (thread: number, act: Act) => outcome(start(thread, act)),
  };
}

async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'slots-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

describe('the threads of a pool', () => {
  it('are loaded together, with the environment that they are given, and run the tasks of their own numbers', async () => {
    const { slots, reports, run } = openSlots({ threads: 2 });
    await slots.load();
    expect(reports).toEqual([{ type: 'loaded' }]);
    expect(await run(1, { type: 'thread' })).toEqual({ type: 'result', taskId: 1, result: 1 });
    expect(await run(0, { type: 'thread' })).toMatchObject({ result: 0 });
    expect(await run(7, { type: 'thread' })).toMatchObject({ result: 1 });
    expect(await run(0, { type: 'environment' })).toMatchObject({ result: { GIVEN: 'to threads' } });
  });

  it('report each that cannot load, and nothing loaded', async () => {
    const { slots, reports } = openSlots({ entry: LOAD_ENTRY, init: { how: 'throw' }, threads: 2 });
    await slots.load();
    const failure = expect.objectContaining({ type: 'load-failed' });
    expect(reports).toEqual([failure, failure]);
  });

  it('are not loaded if what they share cannot be prepared', async () => {
    const { slots, reports } = openSlots({
      entry: LOAD_ENTRY,
      init: { how: 'throw-in-prepare' },
      threads: 2,
    });
    await slots.load();
    expect(reports).toEqual([expect.objectContaining({ type: 'load-failed' })]);
  });

  it('cannot load what cannot be sent to them', async () => {
    const { slots, reports } = openSlots({ init: () => undefined });
    await slots.load();
    expect(reports).toEqual([expect.objectContaining({ type: 'load-failed' })]);
  });

  it('prepare in the first what all load with', async () => {
    const { slots, run } = openSlots({ entry: LOAD_ENTRY, init: { how: 'prepare' }, threads: 2 });
    await slots.load();
    const counts = [await run(0, { type: 'count' }), await run(1, { type: 'count' })];
    expect(counts).toMatchObject([{ result: 1 }, { result: 11 }]);
  });

  it('take as many tasks at once as they are planned for, each with an abort of its own', async () => {
    const { slots, run, start, outcome, reported } = openSlots({ tasksPerThread: 2 });
    await slots.load();
    expect(await run(0, { type: 'echo', value: 1 })).toMatchObject({ result: 1 });
    const met = [start(0, { type: 'meet', guests: 2 }), start(0, { type: 'meet', guests: 2 })];
    for (const task of met) expect(await outcome(task)).toMatchObject({ result: 0 });
    const held = start(0, { type: 'hold' });
    await reported('chunk');
    slots.cancel(met[1] ?? 0);
    slots.cancel(99);
    slots.cancel(held);
    expect(await outcome(held)).toEqual({ type: 'result', taskId: held, result: undefined });
    const next = start(0, { type: 'hold' });
    await reported('chunk', 2);
    slots.cancel(next);
    expect(await outcome(next)).toMatchObject({ type: 'result' });
    expect(await run(0, { type: 'stream', chunks: 1, samples: 1 })).toMatchObject({ result: 1 });
  });

  it('fail a task that cannot be sent, and no other', async () => {
    const { slots, run } = openSlots();
    await slots.load();
    const value = () => undefined;
    expect(await run(0, { type: 'echo', value })).toMatchObject({
      type: 'error',
      error: { code: 'INVALID_INPUT' },
    });
    expect(await run(0, { type: 'count' })).toMatchObject({ result: 1 });
  });

  it('report one that ends itself by its number, once', async () => {
    const { slots, reports, reported, start } = openSlots({ threads: 2 });
    await slots.load();
    start(1, { type: 'exit' });
    await reported('thread-died');
    await slots.destroy(0);
    expect(reports.filter(({ type }) => type === 'thread-died')).toEqual([
      { type: 'thread-died', thread: 1, reason: expect.stringMatching(/\S/) },
    ]);
  });

  it('blame none by number where one runs the tasks of several', async () => {
    const { slots, reports, reported, start } = openSlots({ threads: 3, hasLead: true, sharesModel: true });
    await slots.load();
    start(2, { type: 'exit' });
    await reported('thread-died');
    expect(reports.at(-1)).not.toHaveProperty('thread');
    start(0, { type: 'exit' });
    await reported('thread-died', 2);
    expect(reports.at(-1)).toHaveProperty('thread', 0);
  });

  it('know which of them is the lead, and which share a model', async () => {
    const contexts = async (plan: Partial<WorkerPlan>) => {
      const { slots, run } = openSlots({ threads: 2, ...plan });
      await slots.load();
      return [await run(0, { type: 'context' }), await run(1, { type: 'context' })];
    };
    expect(await contexts({ hasLead: true, sharesModel: true })).toMatchObject([
      { result: { threadIndex: 0, isLead: true, sharesModel: false } },
      { result: { threadIndex: 1, isLead: false, sharesModel: true } },
    ]);
    expect(await contexts({})).toMatchObject([
      { result: { threadIndex: 0, isLead: false, sharesModel: false } },
      { result: { threadIndex: 1, isLead: false, sharesModel: false } },
    ]);
  });

  it('are one that runs all tasks of a shared model, if there is no lead', async () => {
    const { slots, start, outcome } = openSlots({ threads: 2, tasksPerThread: 2, sharesModel: true });
    await slots.load();
    const tasks = [0, 1, 0, 1].map((thread) => start(thread, { type: 'meet', guests: 4 }));
    for (const task of tasks) expect(await outcome(task)).toMatchObject({ result: 0 });
  });
});

describe('the threads of a pool whose lead loads first', () => {
  const planWith = (init: LoadPlan): Partial<WorkerPlan> => ({
    ...{ entry: LOAD_ENTRY, init, threads: 3, hasLead: true, isLeadFirst: true },
  });

  it('are loaded when they are asked for, and never begin otherwise', async () => {
    const folder = await openFolder();
    const { slots, reports } = openSlots(planWith({ how: 'mark-load', folder }));
    await slots.load();
    expect(await readdir(folder)).toEqual(['0']);
    await slots.loadOthers();
    expect((await readdir(folder)).toSorted()).toEqual(['0', '1', '2']);
    expect(reports).toEqual([{ type: 'loaded' }, { type: 'others-loaded' }]);
  });

  it('die by their numbers if they cannot be loaded', async () => {
    const folder = await openFolder();
    const { slots, reports } = openSlots(planWith({ how: 'mark-load', folder, others: 'throw' }));
    await slots.load();
    await slots.loadOthers();
    const death = (thread: number) => ({
      type: 'thread-died',
      thread,
      reason: expect.stringContaining('no room for one more'),
    });
    expect(reports).toHaveLength(3);
    expect(reports).toEqual(expect.arrayContaining([{ type: 'loaded' }, death(1), death(2)]));
  });

  it('are not loaded as long as one of them is not', async () => {
    const folder = await openFolder();
    const { slots, reports } = openSlots(planWith({ how: 'mark-load', folder, others: 'throw-in-third' }));
    await slots.load();
    await slots.loadOthers();
    expect(reports).toEqual([
      { type: 'loaded' },
      { type: 'thread-died', thread: 2, reason: expect.stringContaining('no room for a third') },
    ]);
  });

  it('load with what the lead prepared', async () => {
    const { slots, run } = openSlots(planWith({ how: 'prepare' }));
    await slots.load();
    await slots.loadOthers();
    const counts = [await run(0, { type: 'count' }), await run(2, { type: 'count' })];
    expect(counts).toMatchObject([{ result: 1 }, { result: 11 }]);
  });
});

describe('at their end', () => {
  it('threads release what they have loaded, without a report', async () => {
    const file = join(await openFolder(), 'closed');
    const { slots, reports } = openSlots({ entry: LOAD_ENTRY, init: { how: 'mark-close', file } });
    await slots.load();
    await slots.close();
    expect(existsSync(file)).toBe(true);
    expect(reports).toEqual([{ type: 'loaded' }]);
  });

  it('threads that never began are not started', async () => {
    const folder = await openFolder();
    const { slots } = openSlots({
      ...{
        entry: LOAD_ENTRY,
        init: { how: 'mark-load', folder },
        threads: 2,
        hasLead: true,
        isLeadFirst: true,
      },
    });
    await slots.load();
    await slots.close();
    expect(await readdir(folder)).toEqual(['0']);
  });

  it('threads abort their work, which may end by itself', async () => {
    const file = join(await openFolder(), 'left');
    const { slots, start, reports, reported } = openSlots();
    await slots.load();
    start(0, { type: 'leave-slowly', file });
    await reported('chunk');
    await slots.destroy(60_000);
    expect(existsSync(file)).toBe(true);
    expect(reports.map(({ type }) => type)).not.toContain('thread-died');
  });

  it('threads are terminated whose work does not end', async () => {
    const { slots, start, reports } = openSlots();
    await slots.load();
    start(0, { type: 'loop' });
    await slots.destroy(10);
    expect(reports).toEqual([{ type: 'loaded' }]);
  });
});
