import { expect, it } from 'vitest';
import { decodeG711, type G711Law } from './g711.ts';

const values = (law: G711Law, codes: readonly number[]): number[] => [
  ...new Int16Array(decodeG711(law, Uint8Array.from(codes)).buffer),
];

// From the tables of ITU-T G.711, scaled to 16 bits.
it('decodes µ-law', () => {
  expect(values('mu-law', [0x00, 0x80, 0x7f, 0xff, 0x01, 0xf0, 0x9f])).toEqual([
    -32_124, 32_124, 0, 0, -31_100, 120, 8316,
  ]);
});

it('decodes A-law', () => {
  expect(values('a-law', [0x2a, 0xaa, 0x55, 0xd5, 0x5a, 0x80])).toEqual([-32_256, 32_256, -8, 8, -248, 5504]);
});
