import { SpeechError } from '@parlance/core/errors';
import { isYielding, type Lane } from '@parlance/core/scheduling';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PoolEffect, PoolInput, PoolTimer } from './pool-effects.ts';
import { PoolMachine, type PoolMachineOptions } from './pool-machine.ts';
import type { TaskTerms } from './task-board.ts';

const COOLDOWN_MS = 4000;
/** Of so few tasks none is passed over until its lane's patience ends. */
const MAX_TASKS = 16;

/** What may happen next; `pick` chooses among the tasks or timers that it can happen to. */
type Move =
  | {
      readonly do: 'ask';
      readonly lane: Lane;
      readonly thread: number | undefined;
      readonly isBound: boolean;
    }
  | { readonly do: 'abort' | 'finish' | 'fail' | 'emit' | 'expire' | 'pass-timer'; readonly pick: number }
  | { readonly do: 'lose'; readonly thread: number | undefined }
  | { readonly do: 'load' | 'fail-load' | 'load-others' | 'grow' | 'warm' | 'hold' | 'release' | 'vanish' }
  | { readonly do: 'find' | 'fail-find' | 'unload' | 'close' };

/** A world of one pool: it does what the machine says, without timers or workers, and holds it to the rules at every step. */
class World {
  readonly machine: PoolMachine;
  readonly asked = new Map<number, TaskTerms>();
  readonly settled = new Set<number>();
  readonly running = new Map<number, number>();
  readonly timers = new Map<PoolTimer, number>();
  readonly #emitted = new Set<number>();
  readonly #starts = new Map<number, number>();
  readonly #options: PoolMachineOptions;
  nowMs = 0;
  isFinding = false;
  workers: { isReady: boolean; others: 'absent' | 'loading' | 'ready' } | undefined;
  leaving = 0;
  holders = 0;
  warmWaiters = 0;
  isClosing = false;
  isClosed = false;
  #openedMs: number | undefined;

  constructor(options: PoolMachineOptions) {
    this.#options = options;
    this.machine = new PoolMachine(options);
  }

  tell(input: PoolInput): void {
    for (const effect of this.machine.handle(input, this.nowMs)) this.#perform(effect);
    const { figures } = this.machine;
    expect(figures.running).toBe(this.running.size);
    expect(figures.queued).toBe(this.waiting().length);
    expect(this.running.size === 0 || this.workers?.isReady === true).toBe(true);
    // Nobody waits beside workers that have nothing to do.
    const isWhole = this.workers?.isReady === true && this.workers.others === 'ready';
    if (isWhole && this.running.size === 0) expect(this.waiting()).toEqual([]);
  }

  waiting(): readonly number[] {
    return [...this.asked.keys()].filter((id) => !this.settled.has(id) && !this.running.has(id));
  }

  #perform(effect: PoolEffect): void {
    switch (effect.type) {
      case 'find-init':
        expect([this.workers, this.isFinding]).toEqual([undefined, false]);
        this.isFinding = true;
        break;
      case 'start-workers':
        expect(this.workers).toBeUndefined();
        expect(this.nowMs - (this.#openedMs ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(COOLDOWN_MS);
        this.workers = { isReady: false, others: effect.isLeadFirst ? 'absent' : 'ready' };
        break;
      case 'load-others':
        expect(this.workers).toEqual({ isReady: true, others: 'absent' });
        if (this.#options.othersLoad === 'when-needed') expect(this.waiting()).not.toEqual([]);
        this.workers = { isReady: true, others: 'loading' };
        break;
      case 'stop-workers':
        if (this.workers) this.leaving += 1;
        this.workers = undefined;
        break;
      case 'run-task':
        this.#start(effect.taskId, effect.thread);
        break;
      case 'cancel-task':
        expect(this.running.has(effect.taskId)).toBe(true);
        break;
      case 'free-task':
        expect(this.running.delete(effect.taskId)).toBe(true);
        break;
      case 'pass-chunk':
        expect([this.running.has(effect.taskId), this.settled.has(effect.taskId)]).toEqual([true, false]);
        this.#emitted.add(effect.taskId);
        break;
      case 'resolve-task':
      case 'reject-task':
        expect(this.settled.has(effect.taskId)).toBe(false);
        this.settled.add(effect.taskId);
        break;
      case 'resolve-warm':
      case 'reject-warm':
        this.warmWaiters = 0;
        break;
      case 'start-timer':
        this.timers.set(effect.timer, this.nowMs + effect.afterMs);
        break;
      case 'stop-timer':
        this.timers.delete(effect.timer);
        break;
      case 'report':
        if (effect.kind === 'breaker-open') this.#openedMs = this.nowMs;
        break;
      case 'tell-load-wait':
        expect(effect.waitedMs).toBeGreaterThan(0);
        break;
      case 'finish-close':
        expect([this.workers, this.leaving]).toEqual([undefined, 0]);
        this.isClosed = true;
        break;
    }
  }

  #start(taskId: number, thread: number): void {
    const terms = this.asked.get(taskId);
    const starts = this.#starts.get(taskId) ?? 0;
    expect([this.settled.has(taskId), this.running.has(taskId), starts < 2]).toEqual([false, false, true]);
    if (starts > 0) expect([this.#emitted.has(taskId), terms?.generation]).toEqual([false, undefined]);
    this.#starts.set(taskId, starts + 1);
    expect(this.machine.problem).toBeUndefined();
    const { threads, tasksPerThread, lead } = this.#options;
    const isYieldingTask = isYielding(terms?.place.lane ?? 'final');
    expect(this.workers?.isReady).toBe(true);
    expect(thread).toBeLessThan(threads + (lead ? 1 : 0));
    if (lead && thread === 0) expect(isYieldingTask && terms?.thread === undefined).toBe(false);
    if (this.workers?.others !== 'ready') expect([thread, isYieldingTask]).toEqual([0, false]);
    if (terms?.thread !== undefined) expect(thread).toBe(terms.thread);
    if (terms?.generation !== undefined) expect(terms.generation).toBe(this.machine.generation);
    const inThread = [...this.running.values()].filter((one) => one === thread);
    expect(inThread.length).toBeLessThan(tasksPerThread);
    if (terms?.place.lane === 'batch') this.#expectNoLiveWaits(threads * tasksPerThread);
    this.running.set(taskId, thread);
  }

  /** Beyond as many as there are cores, live tasks wait for each other, and for no batch task. */
  #expectNoLiveWaits(maxLive: number): void {
    const isLive = (id: number) => !isYielding(this.asked.get(id)?.place.lane ?? 'batch');
    if ([...this.running.keys()].filter(isLive).length >= maxLive) return;
    const isFree = (id: number) => this.asked.get(id)?.thread === undefined;
    expect(this.waiting().filter((id) => isLive(id) && isFree(id))).toEqual([]);
  }
}

function pickOf<Item>(items: Iterable<Item>, pick: number): Item | undefined {
  const all = [...items];
  return all[pick % Math.max(1, all.length)];
}

/** Lets the move happen, if it can. */
function play(world: World, move: Move): void {
  world.nowMs += 1;
  switch (move.do) {
    case 'ask': {
      const taskId = world.asked.size;
      if (taskId >= MAX_TASKS) return;
      // Before the first load nothing is in a thread that a task could continue.
      const generation = move.isBound ? world.machine.generation || undefined : undefined;
      const place = { lane: move.lane, ...(move.lane === 'interim' && { latestOf: SERIES }) };
      const terms = { place, thread: move.thread, generation, deadlineMs: 1000, isMoved: false };
      world.asked.set(taskId, terms);
      world.tell({ type: 'task-came', taskId, terms });
      return;
    }
    case 'abort': {
      const taskId = pickOf(
        [...world.asked.keys()].filter((id) => !world.settled.has(id)),
        move.pick,
      );
      const error = SpeechError.aborted(undefined);
      if (taskId !== undefined) world.tell({ type: 'task-abandoned', taskId, error });
      if (taskId !== undefined) expect(world.settled.has(taskId)).toBe(true);
      return;
    }
    case 'finish':
    case 'fail':
    case 'emit':
    case 'expire': {
      const taskId = pickOf(world.running.keys(), move.pick);
      if (taskId === undefined) return;
      if (move.do === 'finish') world.tell({ type: 'result', taskId, result: 1 });
      if (move.do === 'fail') world.tell({ type: 'error', taskId, error: FAILURE });
      if (move.do === 'emit') world.tell({ type: 'chunk', taskId, chunk: 1 });
      if (move.do === 'expire') world.tell({ type: 'task-expired', taskId });
      return;
    }
    case 'pass-timer': {
      const due = pickOf(world.timers, move.pick);
      if (due === undefined) return;
      const [timer, atMs] = due;
      world.nowMs = Math.max(world.nowMs, atMs);
      world.timers.delete(timer);
      world.tell({ type: 'timer-passed', timer });
      return;
    }
    case 'lose': {
      const { thread } = move;
      const loss = { kind: 'worker-died', message: 'It died.', stderrTail: '' } as const;
      if (world.workers)
        world.tell({ type: 'lost', loss: { ...loss, ...(thread !== undefined && { thread }) } });
      return;
    }
    case 'load':
      if (world.workers?.isReady !== false) return;
      world.workers.isReady = true;
      world.tell({ type: 'loaded' });
      return;
    case 'fail-load':
      if (world.workers?.isReady === false) world.tell({ type: 'load-failed', error: FAILURE });
      return;
    case 'load-others':
      if (world.workers?.others !== 'loading') return;
      world.workers.others = 'ready';
      world.tell({ type: 'others-loaded' });
      return;
    case 'grow':
      if (world.workers?.isReady) world.tell({ type: 'rss', rssBytes: 1001 });
      return;
    case 'warm':
      world.warmWaiters += 1;
      world.tell({ type: 'warm-asked' });
      return;
    case 'hold':
      world.holders += 1;
      world.tell({ type: 'held', by: 1 });
      return;
    case 'release':
      if (world.holders === 0) return;
      world.holders -= 1;
      world.tell({ type: 'held', by: -1 });
      return;
    case 'unload': {
      const { workers, leaving } = world;
      const isIdle = world.running.size + world.waiting().length + world.holders + world.warmWaiters === 0;
      world.tell({ type: 'unload-asked' });
      // Workers leave only when nobody needs them.
      if (!isIdle) expect([world.workers, world.leaving]).toEqual([workers, leaving]);
      return;
    }
    case 'vanish':
      if (world.leaving === 0) return;
      world.leaving = 0;
      world.tell({ type: 'workers-gone' });
      return;
    case 'find':
    case 'fail-find':
      if (!world.isFinding) return;
      world.isFinding = false;
      if (move.do === 'find') world.tell({ type: 'init-found' });
      else world.tell({ type: 'init-failed', error: new SpeechError('MODEL_DOWNLOAD_FAILED', 'None.') });
      return;
    case 'close':
      if (world.isClosing) return;
      world.isClosing = true;
      world.tell({ type: 'close-asked' });
      return;
  }
}

const SERIES = Symbol('session');
const FAILURE = new SpeechError('ENGINE_FAILED', 'It failed.').toWire();
const pick = fc.nat({ max: 20 });
const ask = fc.record({
  do: fc.constant('ask' as const),
  lane: fc.constantFrom<Lane>('final', 'first', 'interim', 'batch'),
  thread: fc.option(fc.nat({ max: 3 }), { nil: undefined, freq: 4 }),
  isBound: fc.boolean(),
});
const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 5, arbitrary: ask },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom('finish' as const, 'finish', 'emit', 'fail', 'abort'), pick }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom('find' as const, 'load', 'load-others', 'vanish') }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('pass-timer' as const, 'expire'), pick }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('lose' as const),
      thread: fc.option(fc.nat({ max: 3 }), { nil: undefined }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('fail-load' as const, 'fail-find', 'grow', 'warm', 'hold', 'release', 'unload'),
    }),
  },
);
const shape = fc.record({
  threads: fc.integer({ min: 1, max: 3 }),
  tasksPerThread: fc.integer({ min: 1, max: 2 }),
  othersLoad: fc.constantFrom<PoolMachineOptions['othersLoad']>('with-lead', 'after-lead', 'when-needed'),
  recycleAfterTasks: fc.constantFrom(4, Number.POSITIVE_INFINITY),
  idleUnloadMs: fc.constantFrom(500, Number.POSITIVE_INFINITY),
});

function openWorld(options: typeof shape extends fc.Arbitrary<infer Shape> ? Shape : never): World {
  return new World({
    ...options,
    name: 'kit/world',
    lead: options.othersLoad !== 'with-lead',
    loadDeadlineMs: 1000,
    closeGraceMs: 500,
    restart: { minDelayMs: 10, maxDelayMs: 1000 },
    breaker: { crashes: 3, windowMs: 60_000, cooldownMs: COOLDOWN_MS },
    maxRssBytes: 1000,
  });
}

describe('a pool, whatever happens to it', () => {
  it('keeps its rules, and ends every task once by the time it is closed', () => {
    fc.assert(
      fc.property(
        shape,
        fc.array(move, { maxLength: 120, size: 'max' }),
        fc.array(move, { maxLength: 10 }),
        (options, moves, last) => {
          const world = openWorld(options);
          for (const one of moves) play(world, one);
          play(world, { do: 'close' });
          expect(world.waiting()).toEqual([]);
          for (const one of last) play(world, one);
          if (world.running.size > 0) play(world, { do: 'pass-timer', pick: indexOf(world, 'grace') });
          play(world, { do: 'vanish' });
          // Where no worker was left, the last of them are gone already.
          if (!world.isClosed) world.tell({ type: 'workers-gone' });
          expect(world.isClosed).toBe(true);
          expect([...world.settled].sort()).toEqual([...world.asked.keys()].sort());
          expect([world.running.size, world.warmWaiters]).toEqual([0, 0]);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('serves every task that waits once its workers are well again', () => {
    fc.assert(
      fc.property(shape, fc.array(move, { maxLength: 60, size: 'max' }), (options, moves) => {
        const world = openWorld(options);
        for (const one of moves) play(world, one);
        const { size } = world.asked;
        for (let turn = 0; turn < 200 && world.running.size + world.waiting().length > 0; turn += 1) {
          for (const well of WELL) play(world, well);
          for (const timer of ['restart', 'cool-down'] as const) {
            if (world.timers.has(timer)) play(world, { do: 'pass-timer', pick: indexOf(world, timer) });
          }
        }
        expect(world.asked.size).toBe(size);
        expect([world.running.size, world.waiting()]).toEqual([0, []]);
      }),
      { numRuns: 1000 },
    );
  });
});

const WELL: readonly Move[] = [
  { do: 'vanish' },
  { do: 'find' },
  { do: 'load' },
  { do: 'load-others' },
  { do: 'finish', pick: 0 },
];

function indexOf(world: World, timer: PoolTimer): number {
  return [...world.timers.keys()].indexOf(timer);
}
