import { encodePcm16, type StreamEncoder } from '@parlance/core/audio';

/** Bare 16-bit signed little-endian samples, mono, with no header. */
export function createPcmEncoder(): StreamEncoder {
  return { encode: encodePcm16, finish: () => new Uint8Array(0), dispose: () => {} };
}
