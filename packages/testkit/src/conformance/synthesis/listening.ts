import type { EngineCallOptions, SynthesisEngine, SynthesisUnit } from '@parlance/core/engine';
import { joinSamples } from '../../signals/join-samples.ts';

/** Synthesizes one unit completely. @returns all samples in one buffer */
export function speak(
  engine: SynthesisEngine,
  unit: SynthesisUnit,
  options?: EngineCallOptions,
): Promise<Float32Array> {
  return readWhole(engine.synthesize(unit, options));
}

/** @returns the samples of all chunks in one buffer */
export async function readWhole(chunks: AsyncIterable<Float32Array>): Promise<Float32Array> {
  return joinSamples(await Array.fromAsync(chunks));
}

/** @returns the largest absolute value; NaN if any sample is not a number */
export function peakOf(samples: Float32Array): number {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  return peak;
}
