import { expect, it } from 'vitest';
import { decodeG711, encodeG711, type G711Law } from './g711.ts';

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

const encoded = (law: G711Law, samples: readonly number[]): number[] => [
  ...encodeG711(law, new Uint8Array(Int16Array.from(samples).buffer)),
];

it.each(['mu-law', 'a-law'] as const)('encodes %s so that decoding gives the codes again', (law) => {
  const codes = Array.from({ length: 256 }, (_, code) => code);
  // The negative zero of µ-law becomes the positive one.
  const expected = codes.map((code) => (law === 'mu-law' && code === 0x7f ? 0xff : code));
  expect(encoded(law, values(law, codes))).toEqual(expected);
});

it.each(['mu-law', 'a-law'] as const)('encodes values that %s does not have as the nearest ones', (law) => {
  const all = values(
    law,
    Array.from({ length: 256 }, (_, code) => code),
  );
  const samples = [-32_768, -20_000, -1234, -3, 0, 1, 5, 777, 12_345, 32_767];
  const distances = encoded(law, samples).map((code, index) =>
    Math.abs((all[code] ?? Number.NaN) - (samples[index] ?? Number.NaN)),
  );
  expect(distances).toEqual(
    samples.map((sample) => Math.min(...all.map((value) => Math.abs(value - sample)))),
  );
});
