import { SpeechError } from '@parlance/core/errors';

/** More than any of our headers has; it has to fit into the first part of an upload. */
const MAX_HEADER_BYTES = 1024;

/** @throws SpeechError `INTERNAL` for an invalid size */
export function requireHeaderBytes(headerBytes = 0): number {
  if (Number.isInteger(headerBytes) && headerBytes >= 0 && headerBytes <= MAX_HEADER_BYTES)
    return headerBytes;
  throw new SpeechError(
    'INTERNAL',
    `The header has ${headerBytes} bytes; 0 to ${MAX_HEADER_BYTES} are possible.`,
  );
}

/** @throws SpeechError `INTERNAL` if the header does not have exactly `headerBytes` bytes */
export function requireHeader(header: Uint8Array | undefined, headerBytes: number): Uint8Array {
  const bytes = header ?? new Uint8Array(0);
  if (bytes.byteLength === headerBytes) return bytes;
  throw new SpeechError(
    'INTERNAL',
    `The header has ${bytes.byteLength} bytes; ${headerBytes} were reserved for it.`,
  );
}
