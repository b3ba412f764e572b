/** @returns the pieces, joined in a new buffer */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let offsetBytes = 0;
  for (const piece of pieces) {
    joined.set(piece, offsetBytes);
    offsetBytes += piece.length;
  }
  return joined;
}
