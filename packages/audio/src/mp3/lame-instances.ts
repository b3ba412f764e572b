import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { WasmMediaEncoder } from 'wasm-media-encoders';

export type LameInstance = WasmMediaEncoder<'audio/mpeg'>;
type CreateEncoder = typeof WasmMediaEncoder.create;
type WasmSource = Parameters<CreateEncoder>[1];

/**
 * Makes LAME instances of one compiled module: compiling happens at the first call, each instance after that takes
 * under a millisecond. One instance can serve one stream only, for it has a single encoder state.
 */
export function lameInstances(): () => Promise<LameInstance> {
  let compiled: Promise<WasmSource> | undefined;
  return async () => {
    const { createEncoder } = await import('wasm-media-encoders');
    compiled ??= compileLame(createEncoder);
    return createEncoder('audio/mpeg', await compiled);
  };
}

/** The package compiles its binary while it makes an instance, and hands the module out then. */
async function compileLame(createEncoder: CreateEncoder): Promise<WasmSource> {
  const path = createRequire(import.meta.url).resolve('wasm-media-encoders/wasm/mp3');
  let compiled: WasmSource = await readFile(path);
  await createEncoder('audio/mpeg', compiled, (module) => {
    compiled = module;
  });
  return compiled;
}
