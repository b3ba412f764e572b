import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { SpeechError } from '@parlance/core/errors';

/** A WebAssembly file of which only requested parts are read. */
export interface ModuleFile {
  readonly sizeBytes: number;
  /**
   * Fills `target` with the bytes from `atBytes` on.
   *
   * @throws SpeechError `ENGINE_LOAD_FAILED` if the file ends before that
   */
  readInto(target: Uint8Array, atBytes: number): void;
  close(): void;
}

/** Keeps the file open, so that it stays the same while a newer version is installed. */
export function openModuleFile(path: string): ModuleFile {
  const descriptor = openSync(path, 'r');
  return {
    sizeBytes: fstatSync(descriptor).size,
    readInto(target, atBytes) {
      for (let read = 0; read < target.length; ) {
        const bytes = readSync(descriptor, target, read, target.length - read, atBytes + read);
        if (bytes === 0) throw new SpeechError('ENGINE_LOAD_FAILED', 'The module ends too early.');
        read += bytes;
      }
    },
    close: () => closeSync(descriptor),
  };
}

/** A module that is already in memory. */
export function moduleFileOf(wasm: Uint8Array): ModuleFile {
  return {
    sizeBytes: wasm.length,
    readInto: (target, atBytes) => target.set(wasm.subarray(atBytes, atBytes + target.length)),
    close() {},
  };
}
