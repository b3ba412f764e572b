import { type FakeSynthesisOptions, fakeSynthesisEngine } from '@parlance/testkit';
import type { EngineCallOptions, SynthesisEngine } from '../../src/engine/index.ts';

/** An engine that hums, and the options of each of its calls. */
export function toldEngine(options: FakeSynthesisOptions) {
  const fake = fakeSynthesisEngine(options);
  const told: EngineCallOptions[] = [];
  const engine: SynthesisEngine = {
    ...fake,
    synthesize(unit, call = {}) {
      told.push(call);
      return fake.synthesize(unit, call);
    },
  };
  return { engine, told, calls: fake.calls };
}
