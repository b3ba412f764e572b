import { SpeechError } from '@parlance/core';

/** Magic number and version. */
const PREAMBLE_BYTES = 8;
const [IMPORT_SECTION, FUNCTION_SECTION, MEMORY_SECTION] = [2, 3, 5];
/** Of an import's kinds, and of the limits of a memory that may grow without end. */
const [MEMORY_IMPORT, NO_MAXIMUM] = [2, 0];
const MEMORY_NAME = { module: 'env', name: 'memory' } as const;

interface Section {
  readonly id: number;
  readonly body: Uint8Array;
}

/** A module whose memory is given to it: `env.memory`, of so many pages at least. */
export interface ImportingModule {
  readonly wasm: Uint8Array<ArrayBuffer>;
  readonly initialPages: number;
}

/**
 * Rewrites a module that brings its only memory along as one that imports it, so that one memory serves one instance after
 * another. Nothing else in it changes: an imported memory has the number 0, as its own had.
 *
 * @throws SpeechError `ENGINE_LOAD_FAILED` for a module that is not of this kind
 */
export function importMemory(wasm: Uint8Array): ImportingModule {
  const sections = readSections(wasm);
  const memory = sections.find(({ id }) => id === MEMORY_SECTION)?.body;
  if (memory?.[0] !== 1 || memory[1] !== NO_MAXIMUM) {
    throw new SpeechError('ENGINE_LOAD_FAILED', 'The module has no single memory that grows without end.');
  }
  const limits = memory.subarray(1);
  const added = [...nameBytes(MEMORY_NAME.module), ...nameBytes(MEMORY_NAME.name), MEMORY_IMPORT, ...limits];
  const imports = sections.find(({ id }) => id === IMPORT_SECTION)?.body ?? Uint8Array.of(0);
  const count = readNumber(imports, 0);
  const importing: Section = {
    id: IMPORT_SECTION,
    body: Uint8Array.from([...numberBytes(count.value + 1), ...imports.subarray(count.end), ...added]),
  };
  const others = sections.filter(({ id }) => id !== IMPORT_SECTION && id !== MEMORY_SECTION);
  const at = others.findIndex(({ id }) => id >= FUNCTION_SECTION);
  const rewritten = others.toSpliced(at < 0 ? others.length : at, 0, importing);
  return {
    wasm: joinSections(wasm.subarray(0, PREAMBLE_BYTES), rewritten),
    initialPages: readNumber(limits, 1).value,
  };
}

function readSections(wasm: Uint8Array): readonly Section[] {
  const sections: Section[] = [];
  for (let at = PREAMBLE_BYTES; at < wasm.length; ) {
    const { value: bodyBytes, end } = readNumber(wasm, at + 1);
    sections.push({ id: wasm[at] ?? 0, body: wasm.subarray(end, end + bodyBytes) });
    at = end + bodyBytes;
  }
  return sections;
}

function joinSections(preamble: Uint8Array, sections: readonly Section[]): Uint8Array<ArrayBuffer> {
  const pieces = sections.flatMap(({ id, body }) => [
    Uint8Array.from([id, ...numberBytes(body.length)]),
    body,
  ]);
  return new Uint8Array(Buffer.concat([preamble, ...pieces]));
}

function nameBytes(name: string): number[] {
  return [...numberBytes(name.length), ...Buffer.from(name)];
}

/** Unsigned LEB128, as all numbers here. */
function readNumber(bytes: Uint8Array, at: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let end = at, shift = 0; ; end += 1, shift += 7) {
    const byte = bytes[end] ?? 0;
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return { value: value >>> 0, end: end + 1 };
  }
}

function numberBytes(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...numberBytes(value >>> 7)];
}
