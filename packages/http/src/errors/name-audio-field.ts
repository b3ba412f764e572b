import { SpeechError, type SpeechErrorCode } from '@parlance/core/errors';

/** Faults of a recording, wherever it came from. Their messages do not name a field. */
const AUDIO_FAULTS: ReadonlySet<SpeechErrorCode> = new Set([
  'AUDIO_NOT_READABLE',
  'AUDIO_TOO_LARGE',
  'AUDIO_TOO_LONG',
  'AUDIO_FETCH_FAILED',
]);

/** @returns a fault of a recording with the name of its form field before the message; any other error unchanged */
export function nameAudioField(thrown: unknown, field: 'audioContent' | 'audioUrl'): unknown {
  if (!SpeechError.is(thrown) || !AUDIO_FAULTS.has(thrown.code) || thrown.message.includes(field))
    return thrown;
  const { code, message, details } = thrown;
  return new SpeechError(code, `${field}: ${message}`, { ...details, field }, { cause: thrown });
}
