import type { SpeechError } from '../../errors/speech-error.ts';
import type { RequestFailure } from './synthesis-record.ts';

/** The failure as it is reported to the caller. The cause of a fault of ours only goes to the operator's log. */
export function requestFailureOf(error: SpeechError): RequestFailure {
  const { code, fault, message } = error;
  if (fault === 'caller') return { code, message };
  if (fault === 'engine')
    return { code, message: 'The speech engine failed at this request each time it was tried.' };
  return { code, message: 'An internal error occurred.' };
}
