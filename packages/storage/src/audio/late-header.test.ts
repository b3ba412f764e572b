import { describe, expect, it } from 'vitest';
import { requireHeader, requireHeaderBytes } from './late-header.ts';

describe('the place for a header that is written last', () => {
  it('has up to 1024 bytes', () => {
    expect([requireHeaderBytes(), requireHeaderBytes(0), requireHeaderBytes(1024)]).toEqual([0, 0, 1024]);
  });

  it.each([-1, 1025, 1.5, Number.NaN])('cannot have %f bytes', (headerBytes) => {
    expect(() => requireHeaderBytes(headerBytes)).toThrow(expect.objectContaining({ code: 'INTERNAL' }));
  });

  it('is filled exactly', () => {
    const header = new Uint8Array(44);
    expect(requireHeader(header, 44)).toBe(header);
    expect(requireHeader(undefined, 0)).toHaveLength(0);
    for (const [given, headerBytes] of [
      [header, 43],
      [header, 45],
      [undefined, 44],
    ] as const)
      expect(() => requireHeader(given, headerBytes)).toThrow(expect.objectContaining({ code: 'INTERNAL' }));
  });
});
