/** The two companding laws of G.711 (ITU-T). */
export type G711Law = 'mu-law' | 'a-law';

/** 16-bit values of the 256 codes. */
const VALUES = {
  'mu-law': Int16Array.from({ length: 256 }, (_, code) => muLawValue(code)),
  'a-law': Int16Array.from({ length: 256 }, (_, code) => aLawValue(code)),
} as const satisfies Record<G711Law, Int16Array>;

/** Decodes telephone audio, one byte a sample. @returns 16-bit little-endian PCM at the same rate */
export function decodeG711(law: G711Law, bytes: Uint8Array): Uint8Array {
  const values = VALUES[law];
  const pcm = new DataView(new ArrayBuffer(bytes.length * 2));
  for (const [index, code] of bytes.entries()) pcm.setInt16(index * 2, values[code] as number, true);
  return new Uint8Array(pcm.buffer);
}

function muLawValue(code: number): number {
  const bits = ~code & 0xff;
  const magnitude = ((((bits & 0x0f) << 3) + 0x84) << ((bits & 0x70) >> 4)) - 0x84;
  return bits & 0x80 ? -magnitude : magnitude;
}

function aLawValue(code: number): number {
  const bits = code ^ 0x55;
  const exponent = (bits & 0x70) >> 4;
  const mantissa = ((bits & 0x0f) << 4) + 8;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
  return bits & 0x80 ? magnitude : -magnitude;
}
