import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convertMoonshineTokenizer } from './moonshine.ts';

/** Writes a tokenizer like Moonshine's tools. */
function tokenizerOf(tokens: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(
    tokens.map((token) => {
      const { length } = token;
      const head = length > 127 ? [(length % 128) | 128, Math.floor(length / 128)] : [length];
      return Buffer.concat([Uint8Array.from(head), token]);
    }),
  );
}

describe("Moonshine's tokenizer", () => {
  it('becomes a line with Base64 and id for each token, even an empty one', () => {
    const tokens = ['<unk>', '', 'é'].map((token) => Buffer.from(token));
    expect(convertMoonshineTokenizer(tokenizerOf(tokens))).toBe('PHVuaz4=\t0\n\t1\nw6k=\t2\n');
  });

  it('keeps every byte of every token, with lengths of one or two bytes', () => {
    const tokens = fc.array(fc.uint8Array({ maxLength: 600, size: 'max' }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(tokens, (expected) => {
        const lines = convertMoonshineTokenizer(tokenizerOf(expected)).split('\n').slice(0, -1);
        expect(lines.map((line) => Number(line.split('\t')[1]))).toEqual(expected.map((_, id) => id));
        const read = lines.map((line) => Uint8Array.from(Buffer.from(line.split('\t')[0] ?? '', 'base64')));
        expect(read).toEqual(expected);
      }),
    );
  });

  it.each([[[]], [[5, 1, 2]], [[200]], [[0x81, 0x02, 1]]])('is refused if it is truncated: %j', (bytes) => {
    expect(() => convertMoonshineTokenizer(Uint8Array.from(bytes))).toThrow(
      expect.objectContaining({ code: 'MODEL_CORRUPT' }),
    );
  });
});
