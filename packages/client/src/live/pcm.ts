/** Mono audio at the session's rate: 16-bit little-endian PCM as bytes or numbers, or samples in [-1, 1]. */
export type AudioPiece = Uint8Array | Int16Array | Float32Array;

/** @returns 16-bit little-endian PCM; a view of the piece if it already is */
export function pcmBytesOf(piece: AudioPiece): Uint8Array {
  if (piece instanceof Uint8Array) return piece;
  const bytes = new Uint8Array(piece.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < piece.length; at++) view.setInt16(at * 2, int16Of(piece, at), true);
  return bytes;
}

/** @returns a function that converts the pieces of a source, in order, into copied samples; half a sample is kept until its other half arrives */
export function createSampleReader(): (piece: AudioPiece) => Int16Array {
  let half = new Uint8Array(0);
  return (piece) => {
    if (!(piece instanceof Uint8Array)) return Int16Array.from(piece, (_, at) => int16Of(piece, at));
    const bytes = new Uint8Array(half.length + piece.length);
    bytes.set(half);
    bytes.set(piece, half.length);
    half = bytes.slice(bytes.length - (bytes.length % 2));
    const view = new DataView(bytes.buffer);
    return new Int16Array(bytes.length >> 1).map((_, at) => view.getInt16(at * 2, true));
  };
}

function int16Of(piece: Int16Array | Float32Array, at: number): number {
  const sample = piece[at] ?? 0;
  if (piece instanceof Int16Array) return sample;
  return Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_768)));
}

/** More arguments than this may not fit on a browser's stack. */
const PIECE_BYTES = 8192;

/** Works without Buffer, which browsers do not have. */
export function base64Of(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    binary += String.fromCharCode(...bytes.subarray(at, at + PIECE_BYTES));
  }
  return btoa(binary);
}
