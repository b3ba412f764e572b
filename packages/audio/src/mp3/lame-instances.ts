import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { WasmMediaEncoder } from 'wasm-media-encoders';

export type LameInstance = WasmMediaEncoder<'audio/mpeg'>;
type CreateEncoder = typeof WasmMediaEncoder.create;
type WasmSource = Parameters<CreateEncoder>[1];

/**
 * Creates LAME instances from one compiled module: it is compiled at the first call, and each further instance takes
 * less than a millisecond. An instance serves one stream at a time, since it has a single encoder state.
 */
export function lameInstances(): () => Promise<LameInstance> {
  let compiled: Promise<WasmSource> | undefined;
  return async () => {
    const { createEncoder } = await import('wasm-media-encoders');
    compiled ??= compileLame(createEncoder);
    return createEncoder('audio/mpeg', await compiled);
  };
}

/** The package compiles its binary while it creates an instance, and passes the module to a callback. */
async function compileLame(createEncoder: CreateEncoder): Promise<WasmSource> {
  const path = createRequire(import.meta.url).resolve('wasm-media-encoders/wasm/mp3');
  let compiled: WasmSource = await readFile(path);
  await createEncoder('audio/mpeg', compiled, (module) => {
    compiled = module;
  });
  return compiled;
}
