import type { LoadState } from '@parlance/core/engine';
import type { ConformanceCase, Verdict } from './verdict.ts';

/** What every port's engine has. */
export interface Closable {
  readonly loadState?: LoadState;
  keepLoaded?(): () => void;
  problem?(): string | undefined;
  close(): Promise<void>;
}

/** What the cases of every port are given. */
export interface EngineSubject<Engine> {
  /** Fresh for this case, and closed after it. */
  readonly engine: Engine;
  /** Makes another one; the case closes it. */
  readonly create: () => Promise<Engine>;
  /** Kills the worker in which the engine computes, as a native crash would. Absent: it has none, or none that can be killed. */
  readonly crashWorker?: ((engine: Engine) => Promise<void> | void) | undefined;
}

/**
 * Runs one case on a fresh engine and closes it afterwards.
 *
 * @returns the problems; an error that escapes the case is one too, one of `create` is thrown
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
    return [`The case ended with an error: ${String(error)}`];
  } finally {
    await engine.close();
  }
}
