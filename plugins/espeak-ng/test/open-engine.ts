import type { SynthesisEngine, SynthesisUnit } from '@parlance/core/engine';
import { fakePluginContext, joinSamples } from '@parlance/testkit';
import { type EspeakNgOptions, espeakNg } from '../src/index.ts';

/** The plugin's engine, as a service gets it: in a child process. */
export async function openEngine(options: EspeakNgOptions = {}): Promise<SynthesisEngine> {
  const engines = await espeakNg(options).createSynthesis?.(fakePluginContext({ isolation: 'process' }));
  const engine = engines?.[0];
  if (!engine) throw new TypeError('The plugin created no engine.');
  return engine;
}

/** Speaks one unit at speed 1 unless told otherwise. @returns all of its samples */
export async function speak(
  engine: SynthesisEngine,
  unit: Pick<SynthesisUnit, 'text' | 'voiceCode'> & Partial<SynthesisUnit>,
): Promise<Float32Array> {
  return joinSamples(await Array.fromAsync(engine.synthesize({ speed: 1, ...unit })));
}
