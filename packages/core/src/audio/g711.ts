/** The two companding laws of G.711 (ITU-T). */
export type G711Law = 'mu-law' | 'a-law';

/** The 16-bit value of each of the 256 codes. */
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

/** For each 16-bit value, by its bits, the code of the nearest value in the law; computed when first used. */
const codes: Partial<Record<G711Law, Uint8Array>> = {};

/** Encodes telephone audio. @param pcm whole samples of 16-bit little-endian PCM @returns one byte a sample, at the same rate */
export function encodeG711(law: G711Law, pcm: Uint8Array): Uint8Array {
  codes[law] ??= nearestCodes(VALUES[law]);
  const codeOf = codes[law];
  const view = new DataView(pcm.buffer, pcm.byteOffset, pcm.byteLength);
  return Uint8Array.from(
    { length: pcm.byteLength / 2 },
    (_, index) => codeOf[view.getUint16(index * 2, true)] as number,
  );
}

function nearestCodes(values: Int16Array): Uint8Array {
  const ascending = Array.from(values, (value, code) => ({ value, code })).sort(
    (one, other) => one.value - other.value,
  );
  const nearest = new Uint8Array(65_536);
  let place = 0;
  for (let value = -32_768; value < 32_768; value++) {
    // The last of equal values: for the two zeros of µ-law, the positive one.
    while (distance(ascending[place + 1], value) <= distance(ascending[place], value)) place++;
    nearest[value & 0xffff] = ascending[place]?.code ?? 0;
  }
  return nearest;
}

const distance = (entry: { readonly value: number } | undefined, value: number): number =>
  entry === undefined ? Number.POSITIVE_INFINITY : Math.abs(entry.value - value);

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
