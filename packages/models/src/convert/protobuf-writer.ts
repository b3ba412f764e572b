/** The wire type of length-delimited fields. */
const LENGTH_DELIMITED = 2;

/** @param value a safe integer, not negative */
export function encodeVarint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  // Arithmetic instead of shifts, since lengths may exceed 2 ** 31.
  while (rest > 127) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
  return Uint8Array.from(bytes);
}

/** Encodes a length-delimited field: a string, bytes or a message. */
export function encodeField(fieldNumber: number, value: Uint8Array | string): Uint8Array {
  const payload = typeof value === 'string' ? new TextEncoder().encode(value) : value;
  return concatBytes([
    encodeVarint(fieldNumber * 8 + LENGTH_DELIMITED),
    encodeVarint(payload.length),
    payload,
  ]);
}

export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}
