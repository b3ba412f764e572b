import type { SynthesisEngine, SynthesisUnit } from '@parlance/core/engine';
import { fakePluginContext, joinSamples } from '@parlance/testkit';
import { type FliteOptions, flite } from '../src/index.ts';

/** The plugin's engine in a child process: a crash of Node's WebAssembly compiler then fails one test, and not the whole run. */
export async function openEngine(options: FliteOptions = {}): Promise<SynthesisEngine> {
  const engines = await flite({ isolation: 'process', ...options }).createSynthesis?.(fakePluginContext());
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
