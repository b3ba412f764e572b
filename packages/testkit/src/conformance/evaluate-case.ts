import type { LoadState } from '@parlance/core/engine';
import type { ConformanceCase, Verdict } from './verdict.ts';

/** The member that the engines of all ports share. */
export interface Closable {
  readonly loadState?: LoadState;
  keepLoaded?(): () => void;
  problem?(): string | undefined;
  close(): Promise<void>;
}

/** What the cases of every port receive. */
export interface EngineSubject<Engine> {
  /** Created for this case, and closed after it. */
  readonly engine: Engine;
  /** Creates another engine, which the case must close. */
  readonly create: () => Promise<Engine>;
  /** Kills the engine's worker, like a native crash. Absent: there is no worker, or it cannot be killed. */
  readonly crashWorker?: ((engine: Engine) => Promise<void> | void) | undefined;
}

/**
 * Runs one case on a new engine and closes it afterwards.
 *
 * @returns the problems, including an error that the case throws; an error of `create` is thrown
 */
export async function evaluateCase<Engine extends Closable, Traits>(
  { run }: ConformanceCase<Traits & EngineSubject<Engine>>,
  create: () => Promise<Engine> | Engine,
  traits: Traits,
): Promise<Verdict> {
  const engine = await create();
  try {
    return await run({ ...traits, engine, create: async () => create() });
  } catch (error) {
    return [`The case threw an error: ${String(error)}`];
  } finally {
    await engine.close();
  }
}
