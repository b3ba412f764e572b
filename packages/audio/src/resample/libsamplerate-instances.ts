import type { create } from '@alexanderolsen/libsamplerate-js';

/** A libsamplerate converter in its own WASM memory; serves one signal at a time. */
export type ConverterInstance = Awaited<ReturnType<typeof create>>;

/** Rates of a new instance until {@link resetConverter}; they differ, since with equal rates the wrapper passes samples through. */
const PLACEHOLDER_RATES_HZ = [48_000, 16_000] as const;

/**
 * Creates a converter of "medium" quality. Each one compiles the module, some 20 ms on the calling thread, so
 * instances are pooled.
 */
export async function createConverter(): Promise<ConverterInstance> {
  // A CommonJS bundle whose named exports Node can't see.
  const { default: libsamplerate } = await import('@alexanderolsen/libsamplerate-js');
  const { create, ConverterType } = libsamplerate;
  const [fromHz, toHz] = PLACEHOLDER_RATES_HZ;
  return create(1, fromHz, toHz, { converterType: ConverterType.SRC_SINC_MEDIUM_QUALITY });
}

/** Resets the state and sets the rates: each setter recreates the native state. */
export function resetConverter(converter: ConverterInstance, fromHz: number, toHz: number): void {
  converter.inputSampleRate = fromHz;
  converter.outputSampleRate = toHz;
  // The wrapper uses this for the size of its buffers, but its setters do not update it.
  converter.ratio = toHz / fromHz;
}
