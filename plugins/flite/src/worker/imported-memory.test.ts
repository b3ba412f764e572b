import { expect, it } from 'vitest';
import { importMemory } from './imported-memory.ts';

const PREAMBLE = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
const TYPES = [0x01, 0x04, 0x01, 0x60, 0x00, 0x00];
const FUNCTIONS = [0x03, 0x02, 0x01, 0x00];
const MEMORY = [0x05, 0x04, 0x01, 0x00, 0x82, 0x01];
/** "env" "memory", a memory of 130 pages at least. */
const IMPORTED = [0x03, ...Buffer.from('env'), 0x06, ...Buffer.from('memory'), 0x02, 0x00, 0x82, 0x01];
/** "a" "f", a function of type 0. */
const IMPORTED_FUNCTION = [0x01, 0x61, 0x01, 0x66, 0x00, 0x00];

it('puts the memory behind the imports that there are', () => {
  const { wasm, initialPages } = importMemory(
    Uint8Array.from([
      ...PREAMBLE,
      ...TYPES,
      ...[0x02, 0x07, 0x01, ...IMPORTED_FUNCTION],
      ...FUNCTIONS,
      ...MEMORY,
    ]),
  );
  expect(initialPages).toBe(130);
  expect([...wasm]).toEqual([
    ...PREAMBLE,
    ...TYPES,
    ...[0x02, 0x16, 0x02, ...IMPORTED_FUNCTION, ...IMPORTED],
    ...FUNCTIONS,
  ]);
});

it('makes the section of imports where there is none', () => {
  const { wasm } = importMemory(Uint8Array.from([...PREAMBLE, ...TYPES, ...FUNCTIONS, ...MEMORY]));
  expect([...wasm]).toEqual([...PREAMBLE, ...TYPES, ...[0x02, 0x10, 0x01, ...IMPORTED], ...FUNCTIONS]);
});

it.each([
  ['no memory', []],
  ['a memory with a greatest size', [0x05, 0x04, 0x01, 0x01, 0x01, 0x02]],
])('refuses a module with %s', (_, memory) => {
  expect(() => importMemory(Uint8Array.from([...PREAMBLE, ...TYPES, ...memory]))).toThrow(
    'no single memory that grows without end',
  );
});
