import { childPids } from '../child-processes.ts';
import type { Closable, EngineSubject } from './evaluate-case.ts';
import { type ConformanceCase, expectRefusal, type Problems, problemIf } from './verdict.ts';

/** What a closed engine may take to be rid of its handles: the last of a child's end arrives after the child itself. */
const SETTLE_MS = 2000;
/** Files and timers come and go with the test itself. */
const LASTING_HANDLES = /Process|MessagePort|Worker|Pipe|Socket|Server|UDP|FSEvent/;

/**
 * Rules about the workers behind an engine, the same for every port.
 *
 * @param use one ordinary call that reaches the worker, begun at once and checked; rejects as the engine does
 */
export function workerCases<Engine extends Closable, Subject extends EngineSubject<Engine>>(
  use: (subject: Subject, engine: Engine) => Promise<Problems>,
): readonly ConformanceCase<Subject>[] {
  return [
    {
      name: 'worker/crash',
      run: async (subject) => {
        const { engine, crashWorker } = subject;
        if (crashWorker === undefined) return { notApplicable: 'no way to end its worker was given' };
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
      name: 'worker/no-handle-left',
      run: async (subject) => {
        await use(subject, subject.engine);
        await subject.engine.close();
        const before = lastingHandles();
        const engine = await subject.create();
        await use(subject, engine);
        await engine.close();
        return problemIf(
          !(await settlesTo(before)),
          `After close there are ${lastingHandles()} handles and child processes; before there were ${before}.`,
        );
      },
    },
  ];
}

interface Health {
  readonly problem: string | undefined;
  readonly loadState: Closable['loadState'];
}

/** It counts as loaded while some of its workers still load. */
function healthOf(engine: Closable): Health {
  const { loadState } = engine;
  return { problem: engine.problem?.(), loadState: loadState === 'loading-more' ? 'loaded' : loadState };
}

/** What an engine that is well must not tell of itself. */
function healthProblems(moment: string, { problem, loadState }: Health, expected = loadState): Problems {
  return [
    ...problemIf(problem !== undefined, `problem() says "${problem}" ${moment}; nothing is wrong then.`),
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

/** No event tells of another's handles: they are counted at each turn of the event loop. */
async function settlesTo(count: number): Promise<boolean> {
  const startMs = performance.now();
  while (lastingHandles() > count) {
    if (performance.now() - startMs > SETTLE_MS) return false;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return true;
}
