import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeOnnxMetadata } from './onnx-metadata.ts';
import { encodeVarint } from './protobuf-writer.ts';

/** A reader that is independent of the writer: it uses BigInt where that one divides, and a cursor where that one joins. */
function readMessage(bytes: Uint8Array): { field: number; payload: Uint8Array }[] {
  const fields: { field: number; payload: Uint8Array }[] = [];
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) throw new RangeError('cut off');
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return Number(value);
    }
  };
  while (at < bytes.length) {
    const tag = varint();
    expect(tag & 7).toBe(2);
    const length = varint();
    expect(at + length).toBeLessThanOrEqual(bytes.length);
    fields.push({ field: tag >> 3, payload: bytes.subarray(at, at + length) });
    at += length;
  }
  return fields;
}

const text = (bytes: Uint8Array | undefined) =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);

describe('ONNX metadata', () => {
  it('is field 14 of the model, with the key in field 1 and the value in field 2', () => {
    const bytes = encodeOnnxMetadata({ model_type: 'vits' });
    expect(Buffer.from(bytes).toString('latin1')).toBe('\x72\x12\x0a\x0amodel_type\x12\x04vits');
  });

  it('is read by an independent reader, with any texts', () => {
    const texts = fc.string({ unit: 'binary', maxLength: 400 }).filter((value) => value.isWellFormed());
    // Without `__proto__`, which a plain object would lose.
    const keys = texts.filter((key) => key !== '__proto__');
    fc.assert(
      fc.property(fc.dictionary(keys, texts, { noNullPrototype: true }), (properties) => {
        const read = readMessage(encodeOnnxMetadata(properties)).map(({ field, payload }) => {
          expect(field).toBe(14);
          const [key, value] = readMessage(payload);
          expect([key?.field, value?.field]).toEqual([1, 2]);
          return [text(key?.payload), text(value?.payload)];
        });
        expect(Object.fromEntries(read)).toEqual(properties);
      }),
    );
  });

  it.each([
    [0, [0]],
    [127, [127]],
    [128, [128, 1]],
    [300, [0xac, 2]],
    [2 ** 32, [128, 128, 128, 128, 16]],
  ])('writes the length %i in as few bytes as protobuf', (value, bytes) => {
    expect([...encodeVarint(value)]).toEqual(bytes);
  });
});
