import { SpeechError } from '../../errors/speech-error.ts';
import { LIMITS } from '../../limits/limits.ts';
import { base64DecodedBytes, decodeStrictBase64 } from './strict-base64.ts';

/**
 * Decodes the audio of a message. Its size is checked first, so that refused audio costs no memory.
 *
 * @param field of the message, for errors
 * @throws SpeechError `INVALID_INPUT`
 */
export function decodeAudio(
  base64: string,
  field: string,
  maxBytes: number = LIMITS.session.maxChunkBytes,
): Uint8Array {
  const decodedBytes = Math.ceil(base64DecodedBytes(base64));
  if (decodedBytes > maxBytes) throw faulty(field, `has ${decodedBytes} bytes; the limit is ${maxBytes}.`);
  const bytes = decodeStrictBase64(base64);
  if (bytes === undefined) throw faulty(field, 'is not base64 of RFC 4648 with padding.');
  return bytes;
}

function faulty(field: string, fault: string): SpeechError {
  return new SpeechError('INVALID_INPUT', `${field} ${fault}`, { field });
}
