import { encodePcm16, type StreamEncoder } from '@parlance/core/audio';

/** Encodes 16-bit signed little-endian samples, mono, without a header. */
export function createPcmEncoder(): StreamEncoder {
  return { encode: encodePcm16, finish: () => new Uint8Array(0), dispose: () => {} };
}
