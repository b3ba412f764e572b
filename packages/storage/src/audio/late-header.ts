import { SpeechError } from '@parlance/core/errors';

/** More than any header of ours; it has to lie within the first part of an upload. */
const MAX_HEADER_BYTES = 1024;

/** @throws SpeechError `INTERNAL` for what no caller of a sink may ask */
export function requireHeaderBytes(headerBytes = 0): number {
  if (Number.isInteger(headerBytes) && headerBytes >= 0 && headerBytes <= MAX_HEADER_BYTES)
    return headerBytes;
  throw new SpeechError(
    'INTERNAL',
    `A header of ${headerBytes} bytes; 0 to ${MAX_HEADER_BYTES} are possible.`,
  );
}

/** @throws SpeechError `INTERNAL` when it is not as long as the place that was left for it */
export function requireHeader(header: Uint8Array | undefined, headerBytes: number): Uint8Array {
  const bytes = header ?? new Uint8Array(0);
  if (bytes.byteLength === headerBytes) return bytes;
  throw new SpeechError(
    'INTERNAL',
    `The header has ${bytes.byteLength} bytes; ${headerBytes} were left free for it.`,
  );
}
