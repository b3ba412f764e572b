/** @returns the pieces, joined in a new buffer; a single piece is returned itself */
export function joinSamples(pieces: readonly Float32Array[]): Float32Array {
  const [first] = pieces;
  if (first !== undefined && pieces.length === 1) return first;
  const joined = new Float32Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let offsetSamples = 0;
  for (const piece of pieces) {
    joined.set(piece, offsetSamples);
    offsetSamples += piece.length;
  }
  return joined;
}
