import { SpeechError } from '../errors/speech-error.ts';

/**
 * @param field the request's, that the recording came in or whose address it lies at
 * @param limitBytes the size a recording must stay below
 * @param where says when the limit holds, when it does not always
 */
export function recordingTooLarge(field: string, limitBytes: number, where = ''): SpeechError {
  return new SpeechError(
    'AUDIO_TOO_LARGE',
    `${field} must be smaller than ${limitBytes / 1_000_000} MB (${limitBytes} bytes)${where}.`,
    { field, limitBytes },
  );
}
