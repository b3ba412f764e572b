import { SpeechError } from '@parlance/core/errors';
import type { Lane } from '@parlance/core/scheduling';
import { describe, expect, it } from 'vitest';
import type { WorkersLoss } from '../wire/messages.ts';
import type { PoolEffect, PoolInput } from './pool-effects.ts';
import { PoolMachine, type PoolMachineOptions } from './pool-machine.ts';

const OPTIONS: PoolMachineOptions = {
  name: 'kit/machine',
  threads: 2,
  tasksPerThread: 1,
  lead: true,
  othersLoad: 'when-needed',
  loadDeadlineMs: 1000,
  closeGraceMs: 500,
  restart: { minDelayMs: 10, maxDelayMs: 40 },
  breaker: { crashes: 2, windowMs: 60_000, cooldownMs: 4000 },
  maxRssBytes: 100,
  recycleAfterTasks: 3,
  idleUnloadMs: 600,
};

const comes = (
  taskId: number,
  lane: Lane = 'first',
  more: { readonly thread?: number; readonly generation?: number; readonly latestOf?: symbol } = {},
): PoolInput => ({
  type: 'task-came',
  taskId,
  terms: {
    place: { lane, ...(more.latestOf && { latestOf: more.latestOf }) },
    thread: more.thread,
    generation: more.generation,
    deadlineMs: 30_000,
    isMoved: false,
  },
});
const ends = (taskId: number): PoolInput => ({ type: 'result', taskId, result: 'done' });
const passes = (timer: Extract<PoolInput, { type: 'timer-passed' }>['timer']): PoolInput => ({
  type: 'timer-passed',
  timer,
});
const loses = (loss: Partial<WorkersLoss>): PoolInput => ({
  type: 'lost',
  loss: { kind: 'worker-died', message: 'It died.', stderrTail: '', ...loss },
});
const dies = loses({});
const warms: PoolInput = { type: 'warm-asked' };
const unloads: PoolInput = { type: 'unload-asked' };
const found: PoolInput = { type: 'init-found' };
const loaded: PoolInput = { type: 'loaded' };
const othersLoaded: PoolInput = { type: 'others-loaded' };
const gone: PoolInput = { type: 'workers-gone' };
const closes: PoolInput = { type: 'close-asked' };
const failsToLoad: PoolInput = {
  type: 'load-failed',
  error: new SpeechError('MODEL_CORRUPT', 'No model.').toWire(),
};
const leaves = (taskId: number): PoolInput => ({
  type: 'task-abandoned',
  taskId,
  error: SpeechError.aborted(undefined),
});
const notFound: PoolInput = {
  type: 'init-failed',
  error: new SpeechError('MODEL_DOWNLOAD_FAILED', 'There is no network.'),
};
const UNCLONABLE = new SpeechError('INVALID_INPUT', 'It holds a function.');
const LOADED = [warms, found, loaded];
/** With its other workers, by a batch task that has ended. */
const LOADED_ALL = [comes(0, 'batch'), found, loaded, ends(0)];

function open(options: Partial<PoolMachineOptions> = {}) {
  const machine = new PoolMachine({ ...OPTIONS, ...options });
  const effectsOf = (...inputs: readonly PoolInput[]): readonly PoolEffect[] =>
    inputs.reduce<readonly PoolEffect[]>((_earlier, input) => machine.handle(input, 0), []);
  return { machine, effectsOf };
}

/** An effect as one word, with what it is about. */
function named(effect: PoolEffect): string {
  switch (effect.type) {
    case 'run-task':
      return `run-task ${effect.taskId} in ${effect.thread}`;
    case 'reject-task':
      return `reject-task ${effect.taskId} ${SpeechError.from(effect.error).code}`;
    case 'reject-warm':
      return `reject-warm ${effect.error.code}`;
    case 'start-timer':
      return `start-timer ${effect.timer} ${effect.afterMs}`;
    case 'stop-timer':
      return `stop-timer ${effect.timer}`;
    case 'start-workers':
      return effect.isLeadFirst ? 'start-workers lead first' : 'start-workers';
    case 'stop-workers':
      return effect.how;
    case 'report':
      return effect.kind;
    default:
      return 'taskId' in effect ? `${effect.type} ${effect.taskId}` : effect.type;
  }
}

/** What is done in the end; a timer that is stopped to be safe is of no interest. */
function done(effects: readonly PoolEffect[]): readonly string[] {
  return effects.map(named).filter((name) => !/^stop-timer (load|others)$/.test(name));
}

describe('what a pool does', () => {
  it.each<[rule: string, inputs: readonly PoolInput[], effects: readonly string[]]>([
    ['finds out first what its workers load', [comes(1)], ['find-init']],
    ['starts its lead alone', [comes(1), found], ['start-timer load 1000', 'start-workers lead first']],
    ['starts all for a batch task', [comes(1, 'batch'), found], ['start-timer load 1000', 'start-workers']],
    ['starts all for two at once', [comes(1), comes(2), found], ['start-timer load 1000', 'start-workers']],
    ['runs what waited when it is loaded', [comes(1), found, loaded], ['resolve-warm', 'run-task 1 in 0']],
    ['is idle when nothing waited', LOADED, ['resolve-warm', 'start-timer idle 600']],
    ['says at once that it is loaded', [...LOADED, warms], ['resolve-warm']],
    [
      'loads the others for a task that the lead can not take',
      [...LOADED, comes(1, 'batch')],
      ['start-timer others 1000', 'load-others', 'stop-timer idle'],
    ],
    ['loads them once', [...LOADED, comes(1, 'batch'), comes(2, 'batch')], []],
    ['runs live tasks in the lead meanwhile', [...LOADED, comes(1, 'batch'), comes(2)], ['run-task 2 in 0']],
    [
      'runs the most urgent task that waits',
      [...LOADED_ALL, comes(1), comes(2), comes(3, 'batch'), comes(4, 'first'), comes(5, 'final'), ends(1)],
      ['free-task 1', 'resolve-task 1', 'run-task 5 in 0'],
    ],
    ['refuses a thread that it lacks', [comes(1, 'first', { thread: 3 })], ['reject-task 1 INVALID_INPUT']],
    [
      'fails what waits when nothing was ever loaded, and leaves it to the next caller to try again',
      [comes(1), comes(2), warms, found, failsToLoad],
      ['kill', 'reject-warm MODEL_CORRUPT', 'reject-task 1 MODEL_CORRUPT', 'reject-task 2 MODEL_CORRUPT'],
    ],
    ['tries again then', [comes(1), found, failsToLoad, comes(2)], ['find-init']],
    [
      'pauses when callers insist',
      [comes(1), found, failsToLoad, comes(2), found, failsToLoad],
      [
        'kill',
        'reject-warm MODEL_CORRUPT',
        'reject-task 2 MODEL_CORRUPT',
        'breaker-open',
        'start-timer cool-down 4000',
      ],
    ],
    ['blames no worker for what its host failed to find', [comes(1), notFound, comes(2)], ['find-init']],
    [
      'replaces workers that died after a while, and fails the task that was alone with them',
      [...LOADED, comes(1), dies],
      ['kill', 'worker-died', 'free-task 1', 'reject-task 1 ENGINE_CRASHED', 'start-timer restart 10'],
    ],
    [
      'keeps those of several that died with their workers',
      [...LOADED_ALL, comes(1), comes(2), dies],
      ['kill', 'worker-died', 'free-task 1', 'free-task 2', 'start-timer restart 10'],
    ],
    [
      'runs them again in their order',
      [...LOADED_ALL, comes(1), comes(2), dies, passes('restart'), found, loaded],
      ['worker-restarted', 'resolve-warm', 'run-task 1 in 0', 'run-task 2 in 1'],
    ],
    [
      'is paused when they die too often',
      [...LOADED, dies, passes('restart'), found, failsToLoad],
      ['kill', 'worker-died', 'breaker-open', 'reject-warm ENGINE_UNAVAILABLE', 'start-timer restart 4000'],
    ],
    [
      'fails a task past its deadline, and with it the workers',
      [...LOADED, comes(1), { type: 'task-expired', taskId: 1 }],
      ['reject-task 1 ENGINE_TIMEOUT', 'kill', 'worker-hung', 'free-task 1', 'start-timer restart 10'],
    ],
    [
      'runs none a third time',
      [...LOADED_ALL, comes(1), comes(2), dies, passes('restart'), found, loaded, dies],
      [
        'kill',
        'worker-died',
        'free-task 1',
        'free-task 2',
        'reject-task 1 ENGINE_CRASHED',
        'reject-task 2 ENGINE_CRASHED',
        'breaker-open',
        'reject-warm ENGINE_UNAVAILABLE',
        'start-timer restart 4000',
      ],
    ],
    [
      'runs none again that has emitted something',
      [...LOADED_ALL, comes(1), comes(2), { type: 'chunk', taskId: 1, chunk: 'pcm' }, dies],
      [
        'kill',
        'worker-died',
        'free-task 1',
        'free-task 2',
        'reject-task 1 ENGINE_CRASHED',
        'start-timer restart 10',
      ],
    ],
    [
      'fails what waits for workers that are gone',
      [...LOADED, comes(1), comes(2, 'first', { generation: 1 }), dies],
      [
        'kill',
        'worker-died',
        'free-task 1',
        'reject-task 1 ENGINE_CRASHED',
        'reject-task 2 ENGINE_CRASHED',
        'start-timer restart 10',
      ],
    ],
    [
      'refuses what waits for workers that are recycled',
      [
        ...LOADED,
        comes(1),
        { type: 'rss', rssBytes: 101 },
        comes(2, 'first', { generation: 1 }),
        comes(3),
        ends(1),
      ],
      ['free-task 1', 'resolve-task 1', 'reject-task 2 ENGINE_CRASHED', 'retire'],
    ],
    [
      'refuses what belongs to them',
      [...LOADED, dies, passes('restart'), found, loaded, comes(1, 'first', { generation: 1 })],
      ['reject-task 1 ENGINE_CRASHED'],
    ],
    [
      'cancels a task that runs',
      [...LOADED, comes(1), leaves(1)],
      ['cancel-task 1', 'reject-task 1 ABORTED'],
    ],
    [
      'frees its thread when it returns',
      [...LOADED, comes(1), comes(2), leaves(1), ends(1)],
      ['free-task 1', 'run-task 2 in 0'],
    ],
    ['drops a task that waits', [...LOADED, comes(1), comes(2), leaves(2)], ['reject-task 2 ABORTED']],
    [
      'frees the thread of a task that never reached it',
      [...LOADED, comes(1), comes(2), { type: 'task-unsent', taskId: 1, error: UNCLONABLE }],
      ['free-task 1', 'reject-task 1 INVALID_INPUT', 'run-task 2 in 0'],
    ],
    [
      'lets workers end that served long, once they are idle',
      [...LOADED_ALL, comes(1), comes(2), ends(1), comes(3), ends(2), comes(4), ends(3)],
      ['free-task 3', 'resolve-task 3', 'retire'],
    ],
    [
      'gives them no task meanwhile',
      [...LOADED, comes(1), { type: 'rss', rssBytes: 101 }, comes(2, 'final', { thread: 0 })],
      [],
    ],
    [
      'loads new ones when they are gone',
      [...LOADED, comes(1), { type: 'rss', rssBytes: 101 }, ends(1), gone],
      ['find-init'],
    ],
    ['lets idle workers go', [...LOADED, passes('idle')], ['retire']],
    ['lets idle workers go when it is asked to', [...LOADED, unloads], ['retire', 'stop-timer idle']],
    ['keeps workers that are busy then', [...LOADED, comes(1), unloads], []],
    ['keeps workers that somebody holds then', [...LOADED, { type: 'held', by: 1 }, unloads], []],
    ['has none to let go before it is loaded', [unloads], []],
    [
      'loads again for a task that came meanwhile',
      [...LOADED, passes('idle'), comes(1), gone],
      ['find-init'],
    ],
    ['loads again for who asked meanwhile', [...LOADED, passes('idle'), warms, gone], ['find-init']],
    ['stays unloaded otherwise', [...LOADED, passes('idle'), gone], []],
    ['is not idle while somebody holds it', [...LOADED, { type: 'held', by: 1 }], ['stop-timer idle']],
    [
      'lets running tasks end when it closes',
      [...LOADED, comes(1), comes(2), closes],
      ['reject-warm SHUTTING_DOWN', 'reject-task 2 SHUTTING_DOWN', 'start-timer grace 500'],
    ],
    [
      'ends its workers when they have',
      [...LOADED, comes(1), closes, ends(1)],
      ['free-task 1', 'resolve-task 1', 'stop-timer grace', 'retire'],
    ],
    [
      'ends them by force when they take too long',
      [...LOADED, comes(1), closes, passes('grace')],
      ['free-task 1', 'reject-task 1 SHUTTING_DOWN', 'stop-timer grace', 'kill'],
    ],
    [
      'ends them by force when they still load',
      [warms, found, closes],
      ['kill', 'reject-warm SHUTTING_DOWN', 'start-timer grace 500', 'stop-timer grace', 'retire'],
    ],
    [
      'replaces none that die then, and runs nothing again',
      [...LOADED_ALL, comes(1), comes(2), closes, dies],
      [
        'kill',
        'worker-died',
        'free-task 1',
        'free-task 2',
        'reject-task 1 ENGINE_CRASHED',
        'reject-task 2 ENGINE_CRASHED',
        'stop-timer grace',
        'retire',
      ],
    ],
    ['loads no replacement that was due', [...LOADED, dies, closes, passes('restart')], []],
    ['waits for those that still run', [...LOADED, comes(1), closes, gone], []],
    ['is closed when they are gone', [...LOADED, closes, gone], ['finish-close']],
    ['refuses what comes after that', [closes, gone, comes(1)], ['reject-task 1 SHUTTING_DOWN']],
  ])('%s', (_rule, inputs, effects) => {
    expect(done(open().effectsOf(...inputs))).toEqual(effects);
  });
});

describe('a pool that is paused', () => {
  const paused = () => {
    const pool = open();
    pool.effectsOf(...LOADED, dies, passes('restart'), found, loaded, dies);
    return pool;
  };

  it('refuses everything until a replacement has loaded', () => {
    const { machine, effectsOf } = paused();
    expect(machine.problem).toMatch(/is paused/);
    expect(done(effectsOf(comes(1)))).toEqual(['reject-task 1 ENGINE_UNAVAILABLE']);
    expect(done(effectsOf(warms))).toEqual(['reject-warm ENGINE_UNAVAILABLE']);
    effectsOf(passes('restart'), found);
    expect(done(effectsOf(comes(2)))).toEqual(['reject-task 2 ENGINE_UNAVAILABLE']);
    effectsOf(loaded);
    expect(machine.problem).toBeUndefined();
  });

  it('then runs one task at a time, until one succeeds', () => {
    const { effectsOf } = paused();
    effectsOf(passes('restart'), found, loaded);
    expect(done(effectsOf(comes(1)))).toEqual(['run-task 1 in 0', 'stop-timer idle']);
    expect(done(effectsOf(comes(2)))).toEqual([]);
    expect(done(effectsOf(ends(1)))).toEqual([
      'free-task 1',
      'resolve-task 1',
      'breaker-closed',
      'run-task 2 in 0',
    ]);
  });

  it('lets the next caller try again when it cannot find out what a replacement loads', () => {
    const { machine, effectsOf } = paused();
    effectsOf(passes('restart'), notFound);
    expect(machine.problem).toBeUndefined();
    expect(done(effectsOf(comes(1)))).toEqual(['find-init']);
    expect(done(effectsOf(found, loaded))).toEqual(['worker-restarted', 'resolve-warm', 'run-task 1 in 0']);
  });
});

describe('the wait for workers that load after the lead', () => {
  const run = (machine: PoolMachine, timed: readonly (readonly [number, PoolInput])[]) =>
    timed
      .flatMap(([nowMs, input]) => machine.handle(input, nowMs))
      .flatMap((effect) =>
        effect.type === 'tell-load-wait' ? [[effect.taskId, effect.waitedMs] as const] : [],
      );
  const start = LOADED.map((input) => [0, input] as const);

  it('is reported to each task that waited for them, and is no longer than they took', () => {
    const { machine } = open();
    const waits = run(machine, [
      ...start,
      [1000, comes(1, 'batch')],
      [1200, comes(2, 'batch')],
      [1300, comes(3, 'batch')],
      [1700, othersLoaded],
      [9000, ends(1)],
    ]);
    expect(waits).toEqual([
      [1, 700],
      [2, 500],
      [3, 400],
    ]);
    expect(machine.loadState).toBe('loaded');
  });

  it('is reported to a live task that came while the lead was busy, but not to a task that the lead could take at once', () => {
    const { machine } = open();
    expect(run(machine, [...start, [10, comes(1)], [20, comes(2)]])).toEqual([]);
    expect(machine.loadState).toBe('loading-more');
    expect(run(machine, [[90, ends(1)]])).toEqual([[2, 70]]);
    expect(
      run(machine, [
        [95, ends(2)],
        [96, comes(3)],
      ]),
    ).toEqual([]);
  });

  it('is zero for a task that comes later, or waits for a busy worker', () => {
    const { machine } = open({ recycleAfterTasks: 100 });
    run(machine, [...start, [10, comes(1, 'batch')], [20, othersLoaded]]);
    expect(
      run(machine, [
        [30, comes(2, 'batch')],
        [40, comes(3, 'batch')],
        [50, ends(1)],
      ]),
    ).toEqual([]);
  });

  it('is reported if they load on their own, beside a lead that serves meanwhile', () => {
    const { machine } = open({ othersLoad: 'after-lead' });
    const early: readonly (readonly [number, PoolInput])[] = [
      [0, comes(1, 'batch')],
      [0, comes(2)],
      [0, found],
    ];
    expect(run(machine, early)).toEqual([]);
    expect(done(machine.handle(loaded, 100))).toEqual([
      'resolve-warm',
      'start-timer others 1000',
      'load-others',
      'run-task 2 in 0',
    ]);
    expect(machine.loadState).toBe('loading-more');
    expect(
      run(machine, [
        [150, comes(3, 'batch')],
        [400, othersLoaded],
      ]),
    ).toEqual([
      [1, 300],
      [3, 250],
    ]);
  });

  it('ends with the workers', () => {
    const { machine } = open();
    expect(done(machine.handle(passes('others'), 0))).toEqual([]);
    run(machine, [...start, [10, comes(1, 'batch')]]);
    expect(done(machine.handle(passes('others'), 1010))).toEqual([
      'kill',
      'worker-hung',
      'start-timer restart 10',
    ]);
  });
});

describe('what a pool reports about itself', () => {
  const recycles = [
    { type: 'rss', rssBytes: 101 },
    gone,
    found,
    loaded,
  ] as const satisfies readonly PoolInput[];

  it('is how many tasks wait and run, how often its workers were replaced, and what they occupy', () => {
    const { machine, effectsOf } = open();
    expect([machine.threads, machine.generation]).toEqual([3, 0]);
    effectsOf(...LOADED, comes(1), comes(2), { type: 'rss', rssBytes: 90 });
    expect(machine.figures).toEqual({ queued: 1, running: 1, restarts: 0, rssBytes: 90 });
    effectsOf(ends(1), dies, passes('restart'), found);
    expect(machine.figures).toMatchObject({ restarts: 0, rssBytes: undefined });
    effectsOf(loaded);
    expect(machine.figures.restarts).toBe(1);
    effectsOf(...recycles);
    expect(machine.figures.restarts).toBe(2);
  });

  it('counts no replacement where idle workers were unloaded', () => {
    const { machine, effectsOf } = open();
    effectsOf(...LOADED, { type: 'rss', rssBytes: 90 }, passes('idle'));
    expect(machine.figures).toMatchObject({ restarts: 0, rssBytes: undefined });
    expect(done(effectsOf(gone, comes(1), found, loaded))).toEqual(['resolve-warm', 'run-task 1 in 0']);
    expect(machine.figures.restarts).toBe(0);
    // A replacement of those that were loaded again is one.
    effectsOf(dies, passes('restart'), found, loaded);
    expect(machine.figures.restarts).toBe(1);
  });

  it('is the generation of its workers, which only grows', () => {
    const { machine, effectsOf } = open();
    const generations = [machine.generation];
    const next = (...inputs: readonly PoolInput[]) => {
      effectsOf(...inputs);
      generations.push(machine.generation);
    };
    next(...LOADED);
    next(dies);
    next(passes('restart'), found, loaded, ...recycles);
    next(passes('idle'));
    expect(generations).toEqual([0, 1, 2, 3, 4]);
  });

  it('refuses tasks of workers that were replaced, whatever thread they name', () => {
    const { effectsOf } = open();
    effectsOf(...LOADED, dies, passes('restart'), found, loaded);
    expect(done(effectsOf(comes(1, 'first', { generation: 1 })))).toEqual(['reject-task 1 ENGINE_CRASHED']);
    expect(done(effectsOf(comes(2, 'first', { generation: 2 })))).toContain('run-task 2 in 0');
  });

  it.each([-1, 0.5, 3, Number.NaN])('refuses thread %d of three, and says how many there are', (thread) => {
    const [effect] = open().effectsOf(comes(1, 'first', { thread }));
    expect(effect).toMatchObject({
      type: 'reject-task',
      error: { code: 'INVALID_INPUT', message: `Thread is ${thread}; kit/machine has 3 threads.` },
    });
    expect(effect).toHaveProperty('error.details', { pool: 'kit/machine' });
  });

  it('has a problem only while workers that had been loaded are replaced', () => {
    const { machine, effectsOf } = open();
    const problemAfter = (...inputs: readonly PoolInput[]) => {
      effectsOf(...inputs);
      return machine.problem;
    };
    const replaced = expect.stringMatching(/^kit\/machine cannot serve now/);
    expect(problemAfter()).toBeUndefined();
    expect(problemAfter(warms, found)).toBeUndefined();
    expect(problemAfter(loaded)).toBeUndefined();
    expect(problemAfter(dies)).toEqual(replaced);
    expect(problemAfter(passes('restart'))).toEqual(replaced);
    expect(problemAfter(found, loaded)).toBeUndefined();
    expect(problemAfter({ type: 'rss', rssBytes: 101 })).toEqual(replaced);
    expect(problemAfter(gone)).toEqual(replaced);
    expect(problemAfter(found, loaded)).toBeUndefined();
    expect(problemAfter(passes('idle'))).toBeUndefined();
    expect(problemAfter(gone, comes(1))).toBeUndefined();
    expect(problemAfter(found, loaded)).toBeUndefined();
    expect(problemAfter(closes)).toMatch(/is closing/);
  });

  it('recycles workers that have grown beyond their limit, not at it', () => {
    const { effectsOf } = open();
    effectsOf(...LOADED);
    expect(done(effectsOf({ type: 'rss', rssBytes: 100 }))).toEqual([]);
    expect(done(effectsOf({ type: 'rss', rssBytes: 101 }))).toContain('retire');
  });

  it('reports how workers ended with what they wrote last, if anything', () => {
    const reportOf = (stderrTail: string) =>
      open()
        .effectsOf(...LOADED, loses({ stderrTail }))
        .find(({ type }) => type === 'report');
    expect(reportOf('')).toMatchObject({ message: 'It died.' });
    expect(reportOf('bad alloc')).toMatchObject({ message: 'It died. bad alloc' });
    const refused = (stderrTail: string) =>
      open()
        .effectsOf(warms, found, loses({ stderrTail }))
        .find(({ type }) => type === 'reject-warm');
    expect(refused('')).toHaveProperty('error.message', 'kit/machine could not load: It died.');
    expect(refused('bad alloc')).toHaveProperty(
      'error.message',
      'kit/machine could not load: It died. bad alloc',
    );
  });

  it.each([
    [{ code: 'ENGINE_LOAD_FAILED', details: { causeName: 'TypeError' } }, 'kit/machine could not load: No.'],
    [{ code: 'ENGINE_LOAD_FAILED', details: {} }, 'No.'],
    [{ code: 'MODEL_CORRUPT', details: { causeName: 'TypeError' } }, 'No.'],
  ] as const)('names the pool where a load failed in foreign code alone: %j', (error, message) => {
    const [refusal] = open()
      .effectsOf(warms, found, { type: 'load-failed', error: { ...error, message: 'No.' } })
      .filter(({ type }) => type === 'reject-warm');
    expect(refusal).toHaveProperty('error.message', message);
  });
});

it('blames the thread that hung, if one is known, and runs what ran beside it again', () => {
  const { effectsOf } = open({ breaker: { crashes: 9, windowMs: 60_000, cooldownMs: 4000 } });
  effectsOf(...LOADED_ALL, othersLoaded, comes(1, 'batch'));
  expect(done(effectsOf(comes(2, 'batch')))).toEqual(['run-task 2 in 2']);
  const hung = loses({ kind: 'worker-hung', message: 'It hung.', thread: 2 });
  expect(done(effectsOf(hung)).filter((name) => name.startsWith('reject'))).toEqual([
    'reject-task 2 ENGINE_CRASHED',
  ]);
  effectsOf(passes('restart'), found);
  expect(done(effectsOf(loaded)).filter((name) => name.startsWith('run'))).toHaveLength(1);
  // It was retried once, and ran alone.
  expect(done(effectsOf(othersLoaded, dies)).filter((name) => name.startsWith('reject'))).toEqual([
    'reject-task 1 ENGINE_CRASHED',
  ]);
});

it('fails a task that a newer one of its series replaced', () => {
  const { effectsOf } = open();
  const latestOf = Symbol('interims of a session');
  const interim = (taskId: number) => comes(taskId, 'interim', { latestOf });
  effectsOf(...LOADED, comes(1), interim(2));
  expect(done(effectsOf(interim(3)))).toEqual(['reject-task 2 ABORTED']);
});

it('becomes idle after a load that nobody waits for any more', () => {
  const { effectsOf } = open();
  expect(done(effectsOf(warms, notFound))).toEqual(['reject-warm MODEL_DOWNLOAD_FAILED']);
  effectsOf(comes(1), found, loaded);
  expect(done(effectsOf(ends(1)))).toContain('start-timer idle 600');
});

it('ignores what comes for a task that is over', () => {
  const { machine, effectsOf } = open();
  effectsOf(...LOADED, comes(1));
  effectsOf(ends(1));
  const late: readonly PoolInput[] = [
    ends(1),
    { type: 'error', taskId: 1, error: new SpeechError('INTERNAL', 'No.').toWire() },
    { type: 'chunk', taskId: 1, chunk: 'late' },
    { type: 'task-expired', taskId: 1 },
    { type: 'task-unsent', taskId: 1, error: UNCLONABLE },
    leaves(1),
  ];
  for (const input of late) expect(done(effectsOf(input))).toEqual([]);
  expect(machine.figures).toMatchObject({ running: 0, restarts: 0 });
});

it('ignores the end of a task that still waits', () => {
  const { effectsOf } = open();
  effectsOf(...LOADED, comes(1), comes(2));
  expect(done(effectsOf(ends(2)))).toEqual([]);
  expect(done(effectsOf({ type: 'task-expired', taskId: 2 }))).toEqual([]);
  expect(done(effectsOf(ends(1)))).toContain('run-task 2 in 0');
});
