import type { LoadState } from '@parlance/core/engine';
import { closeInTime } from './in-time.ts';
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
  /** Created for this case, and closed after it. */
  readonly engine: Engine;
  /** Creates another engine, which the case must close. */
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
  await closeInTime(other);
}

/**
 * Runs one case on a new engine and closes it afterwards.
 *
 * @returns the problems, including an error that the case or the close throws, and rejections that nobody handles; an error of `create` is thrown
 */
export async function evaluateCase<Engine extends Closable, Traits>(
  { run }: ConformanceCase<Traits & EngineSubject<Engine>>,
  create: () => Promise<Engine> | Engine,
  traits: Traits,
): Promise<Verdict> {
  const engine = await create();
  const { value: verdict, unhandled } = await unhandledDuring(async () =>
    closed(
      engine,
      await verdictOf(() => run({ ...traits, engine, create: async () => create(), origin: create })),
    ),
  );
  return withProblems(
    verdict,
    unhandled.map((reason) => `A promise of the engine rejected, and nobody handled it: ${String(reason)}`),
  );
}

/** Closes the engine after its case. */
async function closed(engine: Closable, verdict: Verdict): Promise<Verdict> {
  try {
    await closeInTime(engine);
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
