import { SPEECH_ERRORS, SpeechError } from '@parlance/core/errors';

/** `data` of an `error` event. */
export interface ErrorData {
  readonly text: string;
  readonly code: string;
}

export const REFUSED_APP =
  "This server's app for Wyoming is revoked or has expired; the operator has to set another one in wyoming.appId.";

/** Errors of the server are reported without details. */
export function errorData(thrown: unknown): ErrorData {
  const { code, message } = SpeechError.from(thrown);
  if (code === 'UNAUTHORIZED') return { text: REFUSED_APP, code };
  const { fault } = SPEECH_ERRORS[code];
  const isTold = fault === 'caller' || fault === 'load';
  return { text: isTold ? message : 'The service is not available at the moment.', code };
}
