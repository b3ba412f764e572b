import { expect, it } from 'vitest';
import { moduleFileOf } from './module-file.ts';
import { splitModule } from './split-module.ts';

const PREAMBLE = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
const TYPES = [0x01, 0x04, 0x01, 0x60, 0x00, 0x00];
const FUNCTIONS = [0x03, 0x02, 0x01, 0x00];
const MEMORY = [0x05, 0x04, 0x01, 0x00, 0x82, 0x01];
/** "env" "memory", a memory of 130 pages at least and 300 at most. */
const IMPORTED = [
  ...[0x03, ...Buffer.from('env'), 0x06, ...Buffer.from('memory')],
  ...[0x02, 0x01, 0x82, 0x01, 0xac, 0x02],
];
/** "a" "f", a function of type 0. */
const IMPORTED_FUNCTION = [0x01, 0x61, 0x01, 0x66, 0x00, 0x00];
/** Active, to `at`, and three bytes. */
const segment = (at: readonly number[], bytes: readonly number[]) => [0, 0x41, ...at, 0x0b, 3, ...bytes];

const split = (...parts: number[][]) => {
  const wasm = Uint8Array.from([...PREAMBLE, ...TYPES, ...parts.flat()]);
  return { ...splitModule(moduleFileOf(wasm), 300), original: wasm };
};

it('adds the memory after the existing imports', () => {
  const { wasm, initialPages, constants } = split(
    [0x02, 0x07, 0x01, ...IMPORTED_FUNCTION],
    FUNCTIONS,
    MEMORY,
  );
  expect(initialPages).toBe(130);
  expect(constants).toBeUndefined();
  expect([...wasm]).toEqual([
    ...PREAMBLE,
    ...TYPES,
    ...[0x02, 0x18, 0x02, ...IMPORTED_FUNCTION, ...IMPORTED],
    ...FUNCTIONS,
  ]);
});

it('adds a section of imports if there is none, and drops custom sections', () => {
  const { wasm } = split(FUNCTIONS, MEMORY, [0x00, 0x03, 0x01, 0x61, 0x07]);
  expect([...wasm]).toEqual([...PREAMBLE, ...TYPES, ...[0x02, 0x12, 0x01, ...IMPORTED], ...FUNCTIONS]);
});

it('removes the first data segment and returns its address', () => {
  const [constants, variables] = [segment([0x80, 0x08], [7, 8, 9]), segment([0x90, 0x08], [4, 5, 6])];
  const data = [0x0b, 1 + constants.length + variables.length, 2, ...constants, ...variables];
  const { wasm, original, constants: place } = split(FUNCTIONS, MEMORY, data);
  expect([...wasm.subarray(-2 - 1 - variables.length)]).toEqual([
    0x0b,
    1 + variables.length,
    1,
    ...variables,
  ]);
  expect(place).toMatchObject({ memoryAtBytes: 1024, lengthBytes: 3 });
  const { fileAtBytes = 0, lengthBytes = 0 } = place ?? {};
  expect([...original.subarray(fileAtBytes, fileAtBytes + lengthBytes)]).toEqual([7, 8, 9]);
});

it.each([
  ['no memory', []],
  ['a memory with a greatest size', [0x05, 0x04, 0x01, 0x01, 0x01, 0x02]],
])('refuses a module with %s', (_, memory) => {
  expect(() => split(memory)).toThrow('no single memory that grows without end');
});
