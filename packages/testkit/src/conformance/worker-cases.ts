import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { childPids } from '../child-processes.ts';
import { costOf, MEASURABLE_MS } from './computing.ts';
import type { Closable, EngineSubject } from './evaluate-case.ts';
import { inTime } from './in-time.ts';
import {
  type ConformanceCase,
  expectRefusal,
  type Problems,
  problemIf,
  unlessRefused,
  type Verdict,
} from './verdict.ts';

/** Time in which a closed engine must release its handles: the exit of a child process is reported with a delay. */
const SETTLE_MS = 2000;
/** Longer than the timers of a test runner, which come and go, are active. */
const TIMER_WATCH_MS = 250;
/** What a turn of the event loop takes at most, on a machine that is not busy. */
const MAX_TURN_MS = 10;
/** Handles that an engine may leak; files belong to the test itself. */
const LASTING_HANDLES = /Process|MessagePort|Worker|Pipe|Socket|Server|UDP|FSEvent/;
/** Limit of the work of warming again, as a fraction of the first time. No bundled engine needs a hundredth. */
const MAX_WARMED_AGAIN = 0.3;
/** Callers that warm an engine at once, and the limit of their work, as a multiple of that for one. */
const CALLERS = 4;
const MAX_WARMED_TOGETHER = 2;
/** Turns of the event loop between warming two engines and closing them. */
const TURNS = 5;
/** The variables that name the folder for temporary files, on each system. */
const TEMPORARY_FOLDERS = ['TMPDIR', 'TEMP', 'TMP'];
/** Less than the smallest worker has; a number of kilobytes or megabytes is below it. */
const LEAST_BYTES = 100_000;
/** Fewer than after which engines pause. */
const CRASHES = 2;
/** How many engines are opened and closed one after another. */
const ENGINES = 3;

/**
 * Rules about the workers of an engine, which are the same for every port.
 *
 * @param use makes one ordinary call that reaches the worker at once, and checks the result; rejects as the engine does
 */
export function workerCases<Engine extends Closable, Subject extends EngineSubject<Engine>>(
  use: (subject: Subject, engine: Engine) => Promise<Problems>,
): readonly ConformanceCase<Subject>[] {
  return [
    {
      name: 'worker/crash',
      run: async (subject) => {
        const { engine, crashWorker } = subject;
        if (crashWorker === undefined) return { notApplicable: 'there is no crashWorker' };
        return [
          ...(await use(subject, engine)),
          ...(await crashProblems(subject, crashWorker, use)),
          ...(await use(subject, engine)),
          ...healthProblems('once it served again', healthOf(engine), 'loaded'),
        ];
      },
    },
    {
      name: 'worker/crash-again',
      run: async (subject) => {
        const { engine, crashWorker } = subject;
        if (crashWorker === undefined) return { notApplicable: 'there is no crashWorker' };
        const problems: string[] = [...(await use(subject, engine))];
        for (let crash = 1; crash <= CRASHES; crash++) {
          const refusal = `A call after ${crash} ${crash === 1 ? 'crash' : 'crashes'} of the worker fails`;
          problems.push(
            ...(await crashProblems(subject, crashWorker, use)),
            ...(await unlessRefused(refusal, () => use(subject, engine))),
          );
        }
        return problems;
      },
    },
    {
      name: 'worker/health',
      run: async (subject) => {
        const { engine } = subject;
        const letGo = engine.keepLoaded?.();
        const unused = healthProblems('before it was used', healthOf(engine));
        await engine.warm();
        const warmed = healthProblems('after it was warmed', healthOf(engine), 'loaded');
        const used = await use(subject, engine);
        const after = healthProblems('after a call', healthOf(engine), 'loaded');
        letGo?.();
        letGo?.();
        return [...unused, ...warmed, ...used, ...after];
      },
    },
    {
      name: 'worker/warmed-once',
      run: async ({ engine, create }) => {
        const { computingMs: first } = await costOf(() => engine.warm());
        const costs = [await costOf(() => engine.warm()), await costOf(() => engine.warm())];
        // The work of other threads may count for one of them.
        const again = Math.min(...costs.map(({ computingMs }) => computingMs));
        const other = await create();
        const { computingMs: together } = await costOf(() =>
          Promise.all(Array.from({ length: CALLERS }, () => other.warm())),
        );
        await other.close();
        // Not earlier: none of these calls may fail, however cheap they are.
        if (first < MEASURABLE_MS) return [];
        return [
          ...problemIf(
            again > first * MAX_WARMED_AGAIN,
            `Warming took ${first.toFixed(0)} ms of processor time, and then ${again.toFixed(0)} ms again: what is loaded must not be loaded twice.`,
          ),
          ...problemIf(
            together > first * MAX_WARMED_TOGETHER,
            `Warming took ${first.toFixed(0)} ms of processor time, and for ${CALLERS} callers at once ${together.toFixed(0)} ms: they must wait for the same load.`,
          ),
        ];
      },
    },
    { name: 'worker/unloaded', run: (subject) => unloadProblems(subject, use) },
    {
      name: 'worker/no-handle-left',
      run: async (subject) => {
        await use(subject, subject.engine);
        return leftProblems('After close', subject, async (engine) => {
          await use(subject, engine);
          await engine.close();
        });
      },
    },
    { name: 'worker/no-file-left', run: (subject) => fileProblems(subject, use) },
    { name: 'worker/closed-while-warming', run: (subject) => closedWhileWarmingProblems(subject, use) },
  ];
}

/** Crashes the worker during a call. */
async function crashProblems<Engine extends Closable, Subject extends EngineSubject<Engine>>(
  subject: Subject,
  crashWorker: NonNullable<Subject['crashWorker']>,
  use: (subject: Subject, engine: Engine) => Promise<Problems>,
): Promise<Problems> {
  const broken = use(subject, subject.engine);
  // A rejection during the crash must not count as unhandled.
  broken.catch(() => undefined);
  await crashWorker(subject.engine);
  return expectRefusal('A call whose worker died', broken, ['ENGINE_CRASHED']);
}

/**
 * Opens and closes engines one after another, and checks that nothing of them is left.
 *
 * @param when the engines were closed, with which a problem begins
 * @param live uses and closes an engine; it gets the number of engines before it
 */
async function leftProblems<Engine extends Closable>(
  when: string,
  { engine: first, create }: EngineSubject<Engine>,
  live: (engine: Engine, opened: number) => Promise<void>,
): Promise<Problems> {
  await first.close();
  const before = { handles: lastingHandles(), timers: await fewestTimers(), listeners: processListeners() };
  for (let opened = 0; opened < ENGINES; opened++) await live(await create(), opened);
  const isReleased = await settles(() => lastingHandles() <= before.handles);
  // Timers of the test itself may be active too, so only one of each engine counts.
  const isQuiet = await settles(() => activeTimers() < before.timers + ENGINES);
  return [
    ...problemIf(
      !isReleased,
      `${when} there are ${lastingHandles()} handles and child processes; before there were ${before.handles}.`,
    ),
    ...problemIf(
      !isQuiet,
      `${when} there are ${activeTimers()} active timers; before there were ${before.timers}. They keep the process alive.`,
    ),
    ...problemIf(
      processListeners() >= before.listeners + ENGINES,
      `${when} ${processListeners() - before.listeners} more listeners are on the process: each engine leaves one of its own.`,
    ),
  ];
}

/** Closes engines while they are warmed, and warms them again: nothing may be loaded, and no call be answered. */
async function closedWhileWarmingProblems<Engine extends Closable, Subject extends EngineSubject<Engine>>(
  subject: Subject,
  use: (subject: Subject, engine: Engine) => Promise<Problems>,
): Promise<Problems> {
  const refusals: string[] = [];
  const left = await leftProblems('After a close while it was warmed', subject, async (engine, opened) => {
    // Rejecting is right, but so is resolving: what counts is that nothing is loaded after the close.
    const warm = () =>
      inTime(
        'warm()',
        engine.warm().catch(() => undefined),
      );
    const warming = warm();
    // The first is closed at once, the others when their workers have started.
    for (let turn = 0; turn < opened * TURNS; turn++) await setImmediate();
    await engine.close();
    await warming;
    await warm();
    const what = 'A call after close, and after warm() was called again,';
    refusals.push(...(await expectRefusal(what, use(subject, engine), ['SHUTTING_DOWN'])));
  });
  return [...left, ...refusals];
}

/** Uses and closes an engine whose temporary folder is empty: what is in it then would fill the disk in time. */
async function fileProblems<Engine extends Closable, Subject extends EngineSubject<Engine>>(
  subject: Subject,
  use: (subject: Subject, engine: Engine) => Promise<Problems>,
): Promise<Problems> {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-contract-'));
  const before = TEMPORARY_FOLDERS.map((name) => [name, process.env[name]] as const);
  for (const name of TEMPORARY_FOLDERS) process.env[name] = folder;
  try {
    const engine = await subject.create();
    const used = await use(subject, engine).finally(() => engine.close());
    const left = readdirSync(folder);
    return [
      ...used,
      ...problemIf(
        left.length > 0,
        `After close ${left.length} of its files are left in the temporary folder: ${left.join(', ')}.`,
      ),
    ];
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Unloads an engine that has work, then one that is kept loaded, one that is free, and one that is being warmed; then lets a closed one go, and unloads it. */
async function unloadProblems<Engine extends Closable, Subject extends EngineSubject<Engine>>(
  subject: Subject,
  use: (subject: Subject, engine: Engine) => Promise<Problems>,
): Promise<Verdict> {
  const { engine } = subject;
  if (engine.unload === undefined) return { notApplicable: 'the engine cannot be unloaded' };
  const unload = () => inTime('unload()', Promise.resolve(engine.unload?.()));
  const working = use(subject, engine).catch((error: unknown) => [
    `A call during which the engine was unloaded failed: ${String(error)}`,
  ]);
  await unload();
  const worked = await working;
  await unload();
  await engine.warm();
  const [released, kept] = [engine.keepLoaded?.(), engine.keepLoaded?.()];
  const held = await use(subject, engine);
  const bytes = engine.residentBytes?.();
  released?.();
  released?.();
  await unload();
  const isGone =
    engine.loadState === 'unloaded' || (bytes !== undefined && engine.residentBytes?.() === undefined);
  kept?.();
  await unload();
  const afterUnload = { loadState: engine.loadState, bytes: engine.residentBytes?.() };
  await engine.warm();
  const warmed = healthProblems('after it was unloaded and warmed', healthOf(engine), 'loaded');
  const together = await togetherProblems(engine, unload);
  const again = await use(subject, engine);
  const last = engine.keepLoaded?.();
  await engine.close();
  last?.();
  const closed = await unlessRefused('unload() after close rejected', async () => {
    await unload();
    return [];
  });
  const closedBytes = engine.residentBytes?.();
  return [
    ...worked,
    ...held,
    ...problemIf(
      kept !== undefined && isGone,
      'It was unloaded although one of two callers still kept it loaded.',
    ),
    // The host gives engines that cannot be unloaded an unload() that does nothing; those report no memory.
    ...problemIf(
      bytes !== undefined && afterUnload.loadState !== undefined && afterUnload.loadState !== 'unloaded',
      `loadState is "${afterUnload.loadState}" after unload(), not "unloaded".`,
    ),
    ...problemIf(
      afterUnload.bytes !== undefined,
      `After unload() its workers have ${afterUnload.bytes} bytes; expected undefined, since nothing is loaded.`,
    ),
    ...warmed,
    ...together,
    ...again,
    ...closed,
    ...problemIf(
      closedBytes !== undefined,
      `After close its workers have ${closedBytes} bytes; expected undefined, since nothing is loaded.`,
    ),
  ];
}

/** Warms an engine that is not loaded, and unloads it meanwhile: then it has work. */
async function togetherProblems(engine: Closable, unload: () => Promise<void>): Promise<Problems> {
  await unload();
  const warming = inTime('warm()', engine.warm());
  // Two callers may want its memory at once.
  const [warmed] = await Promise.allSettled([warming, unload(), unload()]);
  return problemIf(
    warmed.status === 'rejected',
    `warm() rejected since unload() was called meanwhile: ${warmed.status === 'rejected' ? String(warmed.reason) : ''}`,
  );
}

interface Health {
  readonly problem: string | undefined;
  readonly bytes: number | undefined;
  readonly loadState: Closable['loadState'];
}

/** An engine counts as loaded while some of its workers are still loading. */
function healthOf(engine: Closable): Health {
  const { loadState } = engine;
  return {
    problem: engine.problem?.(),
    bytes: engine.residentBytes?.(),
    loadState: loadState === 'loading-more' ? 'loaded' : loadState,
  };
}

/** Checks the reported state of a healthy engine. */
function healthProblems(
  moment: string,
  { problem, bytes, loadState }: Health,
  expected = loadState,
): Problems {
  return [
    ...problemIf(problem !== undefined, `problem() returns "${problem}" ${moment}; expected no problem.`),
    ...problemIf(
      loadState !== undefined && loadState !== expected,
      `loadState is "${loadState}" ${moment}, not "${expected}".`,
    ),
    ...problemIf(
      bytes !== undefined && !(bytes >= LEAST_BYTES && Number.isFinite(bytes)),
      `residentBytes() returns ${bytes} ${moment}; expected a number of bytes, at least ${LEAST_BYTES}, or undefined.`,
    ),
  ];
}

function lastingHandles(): number {
  return (
    process.getActiveResourcesInfo().filter((name) => LASTING_HANDLES.test(name)).length + childPids().length
  );
}

function processListeners(): number {
  return process.eventNames().reduce((sum, event) => sum + process.listenerCount(event), 0);
}

/** Timers that keep the process alive. */
function activeTimers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
}

/** @returns the number of active timers at the quietest moment */
async function fewestTimers(): Promise<number> {
  let fewest = activeTimers();
  for await (const _turn of turnsOf(TIMER_WATCH_MS)) fewest = Math.min(fewest, activeTimers());
  return fewest;
}

/** Checks in each turn of the event loop, since no event reports the release of handles. */
async function settles(isReleased: () => boolean): Promise<boolean> {
  for await (const _turn of turnsOf(SETTLE_MS)) if (isReleased()) return true;
  return isReleased();
}

/** Yields in each turn of the event loop, until the process has run for so long. Time in which it was stopped counts as one turn at most. */
async function* turnsOf(durationMs: number): AsyncGenerator<void, void, undefined> {
  let lastMs = performance.now();
  for (let passedMs = 0; passedMs < durationMs; ) {
    yield await setImmediate();
    const nowMs = performance.now();
    passedMs += Math.min(nowMs - lastMs, MAX_TURN_MS);
    lastMs = nowMs;
  }
}
