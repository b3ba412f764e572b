import type { create } from '@alexanderolsen/libsamplerate-js';

/** One libsamplerate converter in a WASM memory of its own; serves one signal at a time. */
export type ConverterInstance = Awaited<ReturnType<typeof create>>;

/** Rates of a fresh instance until {@link resetConverter}; they differ, since equal ones make the wrapper pass through. */
const PLACEHOLDER_RATES_HZ = [48_000, 16_000] as const;

/**
 * Makes a converter of "medium" quality. Each one compiles the module, some 20 ms on the calling thread, which is why
 * instances are pooled.
 */
export async function createConverter(): Promise<ConverterInstance> {
  // A CommonJS bundle whose named exports Node can't see.
  const { default: libsamplerate } = await import('@alexanderolsen/libsamplerate-js');
  const { create, ConverterType } = libsamplerate;
  const [fromHz, toHz] = PLACEHOLDER_RATES_HZ;
  return create(1, fromHz, toHz, { converterType: ConverterType.SRC_SINC_MEDIUM_QUALITY });
}

/** Forgets the last signal and sets the rates: each setter deletes the native state and makes a new one. */
export function resetConverter(converter: ConverterInstance, fromHz: number, toHz: number): void {
  converter.inputSampleRate = fromHz;
  converter.outputSampleRate = toHz;
  // The wrapper sizes its buffers by this and its setters leave it as it was.
  converter.ratio = toHz / fromHz;
}
