import { SpeechError } from '../errors/speech-error.ts';

/**
 * @param field of the request that contains the recording or its address
 * @param limitBytes the size a recording must stay below
 * @param where when the limit applies, if it does not always
 */
export function recordingTooLarge(field: string, limitBytes: number, where = ''): SpeechError {
  return new SpeechError(
    'AUDIO_TOO_LARGE',
    `${field} must be smaller than ${limitBytes / 1_000_000} MB (${limitBytes} bytes)${where}.`,
    { field, limitBytes },
  );
}
