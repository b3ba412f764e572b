const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * Continues a 32-bit FNV-1a of texts in order. It detects whether a text is still divided as before; it is no protection against
 * deliberate changes.
 *
 * @param before fingerprint of the texts so far; absent: this is the first
 */
export function fingerprintOf(text: string, before: number = FNV_OFFSET): number {
  let hash = before;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), FNV_PRIME);
  // The end of a text counts, so that "ab" and "c" are not "a" and "bc".
  return Math.imul(hash ^ 0x10000, FNV_PRIME) >>> 0;
}
