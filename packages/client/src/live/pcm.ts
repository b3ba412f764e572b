/** Mono audio at the session's rate: 16-bit little-endian PCM as bytes or numbers, or samples in [-1, 1]. */
export type AudioPiece = Uint8Array | Int16Array | Float32Array;

/** @returns 16-bit little-endian PCM; a view of the piece where it is that already */
export function pcmBytesOf(piece: AudioPiece): Uint8Array {
  if (piece instanceof Uint8Array) return piece;
  const bytes = new Uint8Array(piece.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < piece.length; at++) view.setInt16(at * 2, int16Of(piece, at), true);
  return bytes;
}

function int16Of(piece: Int16Array | Float32Array, at: number): number {
  const sample = piece[at] ?? 0;
  if (piece instanceof Int16Array) return sample;
  return Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_768)));
}

/** Above this a browser's stack may not hold the arguments. */
const PIECE_BYTES = 8192;

/** Without Buffer, which browsers have not. */
export function base64Of(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    binary += String.fromCharCode(...bytes.subarray(at, at + PIECE_BYTES));
  }
  return btoa(binary);
}
