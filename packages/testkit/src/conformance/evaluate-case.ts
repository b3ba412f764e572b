import type { LoadState } from '@parlance/core/engine';
import { endingInTime } from './in-time.ts';
import { unhandledDuring } from './unhandled-rejections.ts';
import type { ConformanceCase, Verdict } from './verdict.ts';

/** The members that the engines of all ports share. */
export interface Closable {
  readonly loadState?: LoadState;
  warm(): Promise<void>;
  keepLoaded?(): () => void;
  unload?(): Promise<void>;
  residentBytes?(): number | undefined;
  problem?(): string | undefined;
  close(): Promise<void>;
}

/** What the cases of every port receive. */
export interface EngineSubject<Engine> {
  /** Created for this case, and closed after it. Each of its calls ends in time, or rejects with `ENGINE_TIMEOUT`. */
  readonly engine: Engine;
  /** Creates another such engine, which the case must close. */
  readonly create: () => Promise<Engine>;
  /** The same for all cases of a contract test: by it they find what they share. */
  readonly origin: WeakKey;
  /** Kills the engine's worker, like a native crash. Absent: there is no worker, or it cannot be killed. */
  readonly crashWorker?: ((engine: Engine) => Promise<void> | void) | undefined;
}

/** Uses and closes another engine, as when the settings of a service change. */
export async function closeAnother<Engine extends Closable>(
  { create }: EngineSubject<Engine>,
  use: (engine: Engine) => Promise<unknown>,
): Promise<void> {
  const other = await create();
  await use(other);
  await other.close();
}

/**
 * Runs one case on a new engine and closes it afterwards.
 *
 * @returns the problems, including an error that the case or the close throws, and rejections that nobody handles; an error of `create` is thrown
 */
export async function evaluateCase<
  Engine extends Closable,
  Traits extends Pick<EngineSubject<Engine>, 'crashWorker'>,
>(
  { run }: ConformanceCase<Traits & EngineSubject<Engine>>,
  create: () => Promise<Engine> | Engine,
  traits: Traits,
): Promise<Verdict> {
  const bare = await create();
  const { crashWorker } = traits;
  const subject = {
    ...traits,
    engine: endingInTime(bare),
    create: async () => endingInTime(await create()),
    origin: create,
    // The test's own function may need what only the engine itself has.
    ...(crashWorker && { crashWorker: () => crashWorker(bare) }),
  };
  const { value: verdict, unhandled } = await unhandledDuring(async () =>
    closed(subject.engine, await verdictOf(() => run(subject))),
  );
  return withProblems(
    verdict,
    unhandled.map((reason) => `A promise of the engine rejected, and nobody handled it: ${String(reason)}`),
  );
}

/** Closes the engine after its case. */
async function closed(engine: Closable, verdict: Verdict): Promise<Verdict> {
  try {
    await engine.close();
    return verdict;
  } catch (error) {
    return withProblems(verdict, [`The engine cannot be closed after the case: ${String(error)}`]);
  }
}

function withProblems(verdict: Verdict, more: readonly string[]): Verdict {
  if (more.length === 0) return verdict;
  return 'notApplicable' in verdict ? more : [...verdict, ...more];
}

async function verdictOf(run: () => Promise<Verdict>): Promise<Verdict> {
  try {
    return await run();
  } catch (error) {
    return [`The case threw an error: ${String(error)}`];
  }
}
