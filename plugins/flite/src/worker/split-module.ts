import { SpeechError } from '@parlance/core/errors';
import type { ModuleFile } from './module-file.ts';

/** Magic number and version. */
const PREAMBLE_BYTES = 8;
/** A section's number and its length, which takes at most five bytes. */
const MAX_HEADER_BYTES = 6;
/** Enough for the number of data segments and the header of the first. */
const MAX_SEGMENT_HEADER_BYTES = 24;
const [CUSTOM_SECTION, IMPORT_SECTION, FUNCTION_SECTION, MEMORY_SECTION, DATA_SECTION] = [0, 2, 3, 5, 11];
/** Codes for the kind of an import, and for limits of a memory without and with a maximum. */
const [MEMORY_IMPORT, NO_MAXIMUM, HAS_MAXIMUM] = [2, 0, 1];
const MEMORY_NAME = { module: 'env', name: 'memory' } as const;
/** Codes for a data segment of the only memory, and for the instruction with its address. */
const [ACTIVE_SEGMENT, I32_CONST] = [0, 0x41];

/** The position of the constants in the file and in the memory. */
export interface ModuleConstants {
  readonly fileAtBytes: number;
  readonly memoryAtBytes: number;
  readonly lengthBytes: number;
}

export interface SplitModule {
  /** The code with all data except the constants. */
  readonly wasm: Uint8Array<ArrayBuffer>;
  /** Initial size of the memory that it imports as `env.memory`. */
  readonly initialPages: number;
  readonly constants: ModuleConstants | undefined;
}

interface Section {
  readonly id: number;
  readonly bodyAtBytes: number;
  readonly bodyBytes: number;
}

/**
 * Splits a module with its own single memory into code and constants. The code imports its memory, so that one memory
 * serves one instance after another, and lacks the first data segment, in which the linker puts all constants: they are
 * written into a memory once, not for each instance. Custom sections, such as debug information, are dropped. Nothing else changes:
 * the imported memory has the number 0, as its own had.
 *
 * @throws SpeechError `ENGINE_LOAD_FAILED` for a module of a different form
 */
export function splitModule(file: ModuleFile, maximumPages: number): SplitModule {
  const sections = readSections(file);
  const bodyOf = ({ bodyAtBytes, bodyBytes }: Section): Uint8Array => readBytes(file, bodyAtBytes, bodyBytes);
  const find = (wanted: number): Section | undefined => sections.find(({ id }) => id === wanted);
  const memory = find(MEMORY_SECTION);
  const limits = memory && bodyOf(memory);
  if (limits?.[0] !== 1 || limits[1] !== NO_MAXIMUM) {
    throw new SpeechError('ENGINE_LOAD_FAILED', 'The module has no single memory that grows without end.');
  }
  const initialPages = readNumber(limits, 2).value;
  const imports = find(IMPORT_SECTION);
  const importing = {
    id: IMPORT_SECTION,
    body: withMemory(imports ? bodyOf(imports) : Uint8Array.of(0), initialPages, maximumPages),
  };
  const data = find(DATA_SECTION);
  const split = data && splitData(file, data);
  const kept = sections
    .filter(({ id }) => ![CUSTOM_SECTION, IMPORT_SECTION, MEMORY_SECTION].includes(id))
    .map((section) => ({ id: section.id, body: section === data && split ? split.rest : bodyOf(section) }));
  const at = kept.findIndex(({ id }) => id >= FUNCTION_SECTION);
  const wasm = joinSections(
    readBytes(file, 0, PREAMBLE_BYTES),
    kept.toSpliced(at < 0 ? kept.length : at, 0, importing),
  );
  return { wasm, initialPages, constants: split?.constants };
}

function readSections(file: ModuleFile): readonly Section[] {
  const sections: Section[] = [];
  for (let at = PREAMBLE_BYTES; at < file.sizeBytes; ) {
    const header = readBytes(file, at, Math.min(MAX_HEADER_BYTES, file.sizeBytes - at));
    const { value: bodyBytes, end } = readNumber(header, 1);
    sections.push({ id: header[0] ?? 0, bodyAtBytes: at + end, bodyBytes });
    at += end + bodyBytes;
  }
  return sections;
}

function withMemory(imports: Uint8Array, initialPages: number, maximumPages: number): Uint8Array {
  const count = readNumber(imports, 0);
  const limits = [HAS_MAXIMUM, ...numberBytes(initialPages), ...numberBytes(maximumPages)];
  const added = [...nameBytes(MEMORY_NAME.module), ...nameBytes(MEMORY_NAME.name), MEMORY_IMPORT, ...limits];
  return Uint8Array.from([...numberBytes(count.value + 1), ...imports.subarray(count.end), ...added]);
}

/** @returns the position of the first segment, and the section's body without it; `undefined` if there is none in a known form */
function splitData(
  file: ModuleFile,
  { bodyAtBytes, bodyBytes }: Section,
): { readonly constants: ModuleConstants; readonly rest: Uint8Array } | undefined {
  const head = readBytes(file, bodyAtBytes, Math.min(MAX_SEGMENT_HEADER_BYTES, bodyBytes));
  const count = readNumber(head, 0);
  if (count.value === 0 || head[count.end] !== ACTIVE_SEGMENT || head[count.end + 1] !== I32_CONST) return;
  const offset = readNumber(head, count.end + 2);
  // After the offset, the end of its expression.
  const length = readNumber(head, offset.end + 1);
  const restAtBytes = length.end + length.value;
  const others = readBytes(file, bodyAtBytes + restAtBytes, bodyBytes - restAtBytes);
  return {
    constants: {
      fileAtBytes: bodyAtBytes + length.end,
      memoryAtBytes: offset.value,
      lengthBytes: length.value,
    },
    rest: Uint8Array.from([...numberBytes(count.value - 1), ...others]),
  };
}

function readBytes(file: ModuleFile, atBytes: number, lengthBytes: number): Uint8Array {
  const bytes = new Uint8Array(lengthBytes);
  file.readInto(bytes, atBytes);
  return bytes;
}

function joinSections(
  preamble: Uint8Array,
  sections: readonly { readonly id: number; readonly body: Uint8Array }[],
): Uint8Array<ArrayBuffer> {
  const pieces = sections.flatMap(({ id, body }) => [
    Uint8Array.from([id, ...numberBytes(body.length)]),
    body,
  ]);
  return new Uint8Array(Buffer.concat([preamble, ...pieces]));
}

function nameBytes(name: string): number[] {
  return [...numberBytes(name.length), ...Buffer.from(name)];
}

/** LEB128; all numbers here are below 2 ** 31 and none is negative. */
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
