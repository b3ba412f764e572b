import type { SynthesisEngine, SynthesisUnit } from '@parlance/core';
import { fakePluginContext } from '@parlance/testkit';
import { type FliteOptions, flite } from '../src/index.ts';

/** The plugin's engine, as a host gets it. */
export async function openEngine(options: FliteOptions = {}): Promise<SynthesisEngine> {
  const engines = await flite(options).createSynthesis?.(fakePluginContext());
  const engine = engines?.[0];
  if (!engine) throw new TypeError('The plugin created no engine.');
  return engine;
}

/** Speaks one unit at speed 1 unless told otherwise. @returns all of its samples */
export async function speak(
  engine: SynthesisEngine,
  unit: Pick<SynthesisUnit, 'text' | 'voiceCode'> & Partial<SynthesisUnit>,
): Promise<Float32Array> {
  const chunks = await Array.fromAsync(engine.synthesize({ speed: 1, ...unit }));
  return Float32Array.from(chunks.flatMap((chunk) => [...chunk]));
}
