import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ownBuffers } from './own-buffers.ts';

const plainMessage = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.float32Array(),
    fc.integer(),
    fc.string(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string({ minLength: 1 }), tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

it('changes no value, whatever the message', () => {
  fc.assert(
    fc.property(plainMessage, (message) => {
      expect(ownBuffers(structuredClone(message)).message).toEqual(message);
    }),
  );
});

it('gives a view of a shared buffer its own buffer, and leaves the shared one unchanged', () => {
  const shared = Float32Array.from({ length: 100 }, (_, index) => index);
  const { message, buffers } = ownBuffers({
    pcm: shared.subarray(10, 20),
    list: [new DataView(shared.buffer, 4, 4)],
  });
  expect(message.pcm).toEqual(shared.slice(10, 20));
  expect(message.pcm.byteLength).toBe(message.pcm.buffer.byteLength);
  expect(message.list[0]?.byteLength).toBe(4);
  structuredClone(message, { transfer: buffers });
  expect(message.pcm.byteLength).toBe(0);
  expect(shared.byteLength).toBe(400);
});

it('does not copy what is owned already', () => {
  const pcm = Float32Array.of(1, 2);
  const { message, buffers } = ownBuffers([pcm, pcm]);
  expect(message[0]).toBe(pcm);
  expect(buffers).toEqual([pcm.buffer]);
});

it('accepts cycles and foreign objects', () => {
  const message: { self?: unknown; date: Date } = { date: new Date(0) };
  message.self = message;
  expect(ownBuffers(message).buffers).toEqual([]);
});

it('lists a plain buffer once, however often it occurs, and copies a pooled Node buffer', () => {
  const bare = new ArrayBuffer(8);
  const pooled = Buffer.from('abc');
  const { message, buffers } = ownBuffers({
    bare,
    again: bare,
    view: new Uint8Array(bare),
    pooled,
    none: undefined,
  });
  expect(message.bare).toBe(bare);
  expect(Buffer.isBuffer(message.pooled)).toBe(true);
  expect(message.pooled.toString()).toBe('abc');
  expect(buffers).toEqual([bare, message.pooled.buffer]);
  expect(message.pooled.buffer.byteLength).toBe(3);
});

it('looks into objects without a prototype, and not into those of a class', () => {
  const shared = new Float32Array(4).subarray(1, 2);
  const bare = Object.assign(Object.create(null) as { pcm?: Float32Array }, { pcm: shared });
  expect(ownBuffers(bare).message.pcm).not.toBe(shared);
  const held = new (class {
    readonly pcm = shared;
  })();
  expect(ownBuffers(held)).toEqual({ message: held, buffers: [] });
  expect(held.pcm).toBe(shared);
});
