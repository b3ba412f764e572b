import { SpeechError, type SpeechErrorCode } from '@parlance/core/errors';

/** What can be wrong with a recording wherever it came from; said without the field that it came in. */
const AUDIO_FAULTS: ReadonlySet<SpeechErrorCode> = new Set([
  'AUDIO_NOT_READABLE',
  'AUDIO_TOO_LARGE',
  'AUDIO_TOO_LONG',
  'AUDIO_FETCH_FAILED',
]);

/** @returns a fault of a recording with the form field it came in before its message; any other error as it is */
export function nameAudioField(thrown: unknown, field: 'audioContent' | 'audioUrl'): unknown {
  if (!SpeechError.is(thrown) || !AUDIO_FAULTS.has(thrown.code) || thrown.message.includes(field))
    return thrown;
  const { code, message, details } = thrown;
  return new SpeechError(code, `${field}: ${message}`, { ...details, field }, { cause: thrown });
}
