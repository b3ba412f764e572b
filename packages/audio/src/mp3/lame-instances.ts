import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { WasmMediaEncoder } from 'wasm-media-encoders';

export type LameInstance = WasmMediaEncoder<'audio/mpeg'>;

/**
 * Makes LAME instances of one compiled module: compiling happens at the first call, each instance after that takes
 * under a millisecond. One instance can serve one stream only, for it has a single encoder state.
 */
export function lameInstances(): () => Promise<LameInstance> {
  let compiled: Promise<WebAssembly.Module> | undefined;
  return async () => {
    compiled ??= compileLame();
    const [{ createEncoder }, module] = await Promise.all([import('wasm-media-encoders'), compiled]);
    return createEncoder('audio/mpeg', module);
  };
}

async function compileLame(): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve('wasm-media-encoders/wasm/mp3');
  return WebAssembly.compile(await readFile(path));
}
