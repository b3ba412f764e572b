const HEADER_BYTES = 44;
const SAMPLE_RATE_HZ = 16_000;
const BYTES_PER_SECOND = SAMPLE_RATE_HZ * 2;
const SILENCE_SECONDS = 2;
const PIECE_BYTES = 65_536;

/**
 * A WAV file of exactly so many bytes, made while it is read: the speech and a silence, over and over.
 *
 * @param speech 16-bit mono PCM at 16 kHz
 * @param totalBytes may be infinite
 */
export function* longRecording(
  speech: Uint8Array,
  totalBytes: number,
): Generator<Uint8Array, void, undefined> {
  yield header(Number.isFinite(totalBytes) ? totalBytes - HEADER_BYTES : 0xffff_ffff);
  const period = new Uint8Array(speech.byteLength + SILENCE_SECONDS * BYTES_PER_SECOND);
  period.set(speech);
  for (let sent = HEADER_BYTES, at = 0; sent < totalBytes; ) {
    const piece = period.subarray(at, at + Math.min(PIECE_BYTES, totalBytes - sent));
    yield piece;
    sent += piece.byteLength;
    at = (at + piece.byteLength) % period.byteLength;
  }
}

function header(dataBytes: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(HEADER_BYTES));
  const ascii = (offset: number, text: string): void => {
    for (let at = 0; at < text.length; at++) view.setUint8(offset + at, text.charCodeAt(at));
  };
  ascii(0, 'RIFF');
  view.setUint32(4, Math.min(dataBytes + HEADER_BYTES - 8, 0xffff_ffff), true);
  ascii(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, SAMPLE_RATE_HZ, true);
  view.setUint32(28, BYTES_PER_SECOND, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  ascii(36, 'data');
  view.setUint32(40, dataBytes, true);
  return new Uint8Array(view.buffer);
}
