import type { EngineIncident } from '@parlance/core/engine';
import type { Clock } from '@parlance/core/platform';
import { createEngineHealth } from './engine-health.ts';

export interface ChainOptions {
  /** How long after a failure an engine is probed. */
  readonly probeAfterMs: number;
  readonly clock: Clock;
  readonly onIncident: (incident: EngineIncident) => void;
}

interface ChainedEngine {
  readonly id: string;
  warm(): Promise<void>;
  keepLoaded?(): () => void;
  unload?(): Promise<void>;
  residentBytes?(): number | undefined;
  problem?(): string | undefined;
  close(): Promise<void>;
}

/** Engines in order of preference: healthy ones first, then failing ones. */
export interface Chain<Engine> {
  /** The engines in the order in which to try them now, each with a function that reports a failure. */
  order(): readonly { readonly engine: Engine; readonly failed: (error: unknown) => boolean }[];
  /** Loads all of them. An engine that can't be loaded counts as failed; it is an error only if none can be loaded. */
  warm(): Promise<void>;
  /** Keeps the first one loaded; the others load when they are needed. */
  keepLoaded(): () => void;
  unload(): Promise<void>;
  /** Of all of them together; `undefined` if none of them tells. */
  residentBytes(): number | undefined;
  /** Like `SynthesisEngine.problem`; `undefined` while one of them can serve calls. */
  problem(): string | undefined;
  close(): Promise<void>;
}

export function createChain<Engine extends ChainedEngine>(
  engines: readonly Engine[],
  probe: (engine: Engine) => Promise<unknown>,
  { probeAfterMs, clock, onIncident }: ChainOptions,
): Chain<Engine> {
  const links = engines.map((engine) => ({
    engine,
    health: createEngineHealth({
      probe: () => probe(engine),
      probeAfterMs,
      clock,
      onChange: (isWell) =>
        onIncident({
          engine: engine.id,
          kind: isWell ? 'breaker-closed' : 'breaker-open',
          message: isWell
            ? `${engine.id} has recovered and is tried first again.`
            : `${engine.id} failed; the other engines of its chain are tried before it.`,
        }),
    }),
  }));
  return {
    order() {
      const isWell = ({ health }: (typeof links)[number]): boolean => health.isWell;
      return [...links.filter(isWell), ...links.filter((link) => !isWell(link))].map(
        ({ engine, health }) => ({
          engine,
          failed: (error) => health.failed(error),
        }),
      );
    },
    async warm() {
      const results = await Promise.allSettled(links.map(({ engine }) => engine.warm()));
      const reasons = results.flatMap((result, index) => {
        if (result.status === 'fulfilled') return [];
        links[index]?.health.failed(result.reason);
        return [result.reason];
      });
      if (reasons.length === links.length) throw reasons[0];
    },
    keepLoaded: () => engines[0]?.keepLoaded?.() ?? (() => undefined),
    async unload() {
      await Promise.all(engines.map((engine) => engine.unload?.()));
    },
    residentBytes() {
      const told = engines.flatMap((engine) => engine.residentBytes?.() ?? []);
      return told.length === 0 ? undefined : told.reduce((sum, bytes) => sum + bytes, 0);
    },
    problem() {
      const problems = engines.map((engine) => engine.problem?.());
      return problems.includes(undefined) ? undefined : problems[0];
    },
    async close() {
      for (const { health } of links) health.close();
      await Promise.all(engines.map((engine) => engine.close()));
    },
  };
}
