import type { EngineCallOptions, SynthesisEngine, SynthesisUnit } from '@parlance/core/engine';

/** Speaks one unit to its end. @returns all samples in one buffer */
export async function speak(
  engine: SynthesisEngine,
  unit: SynthesisUnit,
  options?: EngineCallOptions,
): Promise<Float32Array> {
  const chunks: Float32Array[] = [];
  for await (const chunk of engine.synthesize(unit, options)) chunks.push(chunk);
  return joinSamples(chunks);
}

/** @returns the samples of all chunks, in one buffer of its own */
export function joinSamples(chunks: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let offsetSamples = 0;
  for (const chunk of chunks) {
    joined.set(chunk, offsetSamples);
    offsetSamples += chunk.length;
  }
  return joined;
}

/** @returns the largest absolute value; NaN if any sample is not a number */
export function peakOf(samples: Float32Array): number {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  return peak;
}
