const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const NONE = 0xff;
const VALUES = Uint8Array.from({ length: 256 }, () => NONE);
for (const [value, character] of [...ALPHABET].entries()) VALUES[character.charCodeAt(0)] = value;

function valueAt(text: string, index: number): number {
  return VALUES[text.charCodeAt(index)] ?? NONE;
}

/** @returns the bytes that the text would decode to, if it is base64 */
export function base64DecodedBytes(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return (text.length / 4) * 3 - padding;
}

/**
 * Decodes base64 of RFC 4648 section 4 and nothing else: no white space, no URL alphabet, correct padding, no stray bits
 * after the last byte. Node's and the browsers' own decoders tolerate all four.
 *
 * @returns the bytes in a new buffer; `undefined` for text that is not base64
 */
export function decodeStrictBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0) return undefined;
  const bytes = new Uint8Array(base64DecodedBytes(text));
  const padding = (text.length / 4) * 3 - bytes.length;
  const characters = text.length - padding;
  let bits = 0;
  let bitCount = 0;
  let written = 0;
  for (let index = 0; index < characters; index++) {
    const value = valueAt(text, index);
    if (value === NONE) return undefined;
    bits = ((bits << 6) | value) & 0xffff;
    bitCount += 6;
    if (bitCount >= 8) {
      bitCount -= 8;
      bytes[written++] = bits >> bitCount;
    }
  }
  const strayBits = bits & ((1 << bitCount) - 1);
  return strayBits === 0 ? bytes : undefined;
}
