import { childPids } from '../child-processes.ts';
import { costOf, MEASURABLE_MS } from './computing.ts';
import type { Closable, EngineSubject } from './evaluate-case.ts';
import { closeInTime } from './in-time.ts';
import { type ConformanceCase, expectRefusal, type Problems, problemIf } from './verdict.ts';

/** Time in which a closed engine must release its handles: the exit of a child process is reported with a delay. */
const SETTLE_MS = 2000;
/** Longer than the timers of a test runner, which come and go, are active. */
const TIMER_WATCH_MS = 250;
/** Handles that an engine may leak; files belong to the test itself. */
const LASTING_HANDLES = /Process|MessagePort|Worker|Pipe|Socket|Server|UDP|FSEvent/;
/** Limit of the work of warming again, as a fraction of the first time. No bundled engine needs a hundredth. */
const MAX_WARMED_AGAIN = 0.3;
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
        const before = await use(subject, engine);
        const broken = use(subject, engine);
        // A rejection during the crash must not count as unhandled.
        broken.catch(() => undefined);
        await crashWorker(engine);
        return [
          ...before,
          ...(await expectRefusal('A call whose worker died', broken, ['ENGINE_CRASHED'])),
          ...(await use(subject, engine)),
          ...healthProblems('once it served again', healthOf(engine), 'loaded'),
        ];
      },
    },
    {
      name: 'worker/health',
      run: async (subject) => {
        const { engine } = subject;
        const letGo = engine.keepLoaded?.();
        const unused = healthProblems('before it was used', healthOf(engine));
        const used = await use(subject, engine);
        const after = healthProblems('after a call', healthOf(engine), 'loaded');
        letGo?.();
        letGo?.();
        return [...unused, ...used, ...after];
      },
    },
    {
      name: 'worker/warmed-once',
      run: async ({ engine }) => {
        const { computingMs: first } = await costOf(() => engine.warm());
        const costs = [await costOf(() => engine.warm()), await costOf(() => engine.warm())];
        // The work of other threads may count for one of them.
        const again = Math.min(...costs.map(({ computingMs }) => computingMs));
        return problemIf(
          first >= MEASURABLE_MS && again > first * MAX_WARMED_AGAIN,
          `Warming took ${first.toFixed(0)} ms of processor time, and then ${again.toFixed(0)} ms again: what is loaded must not be loaded twice.`,
        );
      },
    },
    {
      name: 'worker/no-handle-left',
      run: async (subject) => {
        await use(subject, subject.engine);
        await closeInTime(subject.engine);
        const before = { handles: lastingHandles(), timers: await fewestTimers() };
        for (let opened = 0; opened < ENGINES; opened++) {
          const engine = await subject.create();
          await use(subject, engine);
          await closeInTime(engine);
        }
        const isReleased = await settles(() => lastingHandles() <= before.handles);
        // Timers of the test itself may be active too, so only one of each engine counts.
        const isQuiet = await settles(() => activeTimers() < before.timers + ENGINES);
        return [
          ...problemIf(
            !isReleased,
            `After close there are ${lastingHandles()} handles and child processes; before there were ${before.handles}.`,
          ),
          ...problemIf(
            !isQuiet,
            `After close there are ${activeTimers()} active timers; before there were ${before.timers}. They keep the process alive.`,
          ),
        ];
      },
    },
  ];
}

interface Health {
  readonly problem: string | undefined;
  readonly loadState: Closable['loadState'];
}

/** An engine counts as loaded while some of its workers are still loading. */
function healthOf(engine: Closable): Health {
  const { loadState } = engine;
  return { problem: engine.problem?.(), loadState: loadState === 'loading-more' ? 'loaded' : loadState };
}

/** Checks the reported state of a healthy engine. */
function healthProblems(moment: string, { problem, loadState }: Health, expected = loadState): Problems {
  return [
    ...problemIf(problem !== undefined, `problem() returns "${problem}" ${moment}; expected no problem.`),
    ...problemIf(
      loadState !== undefined && loadState !== expected,
      `loadState is "${loadState}" ${moment}, not "${expected}".`,
    ),
  ];
}

function lastingHandles(): number {
  return (
    process.getActiveResourcesInfo().filter((name) => LASTING_HANDLES.test(name)).length + childPids().length
  );
}

/** Timers that keep the process alive. */
function activeTimers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
}

/** @returns the number of active timers at the quietest moment */
async function fewestTimers(): Promise<number> {
  const startMs = performance.now();
  let fewest = activeTimers();
  while (performance.now() - startMs < TIMER_WATCH_MS) {
    await new Promise((resolve) => setImmediate(resolve));
    fewest = Math.min(fewest, activeTimers());
  }
  return fewest;
}

/** Checks in each turn of the event loop, since no event reports the release of handles. */
async function settles(isReleased: () => boolean): Promise<boolean> {
  const startMs = performance.now();
  while (!isReleased()) {
    if (performance.now() - startMs > SETTLE_MS) return false;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return true;
}
