import { SPEECH_ERRORS, type SpeechErrorCode } from '../errors/error-codes.ts';
import { SpeechError } from '../errors/speech-error.ts';
import { LIMITS } from '../limits/limits.ts';
import { SESSION_CLOSE_CODES, type SessionCloseCode, type SessionStage } from '../session/session-errors.ts';
import type { StreamServerMessage } from './stream-server-messages.ts';

/** Codes that only connections have; all others are those of `SpeechError`. */
type ConnectionErrorCode = 'BAD_REQUEST' | 'NO_INPUT_TIMEOUT' | 'SESSION_TIMEOUT';
export type StreamErrorCode = SpeechErrorCode | ConnectionErrorCode;

/** What went wrong, without the state of the stream. */
export interface StreamFault {
  readonly code: StreamErrorCode;
  readonly message: string;
}

/** Texts for faults whose actual cause only goes to the operator's log. */
const GENERAL_TEXTS = {
  engine: 'Speech is not available at the moment. Open a new stream later.',
  bug: 'An internal error occurred.',
} as const;

export function streamFaultOf({ code, fault, message }: SpeechError): StreamFault {
  if (code === 'UNAUTHORIZED') {
    return {
      code,
      message:
        'The access token or the app ID is missing, invalid or expired. Send them as the query parameters token and appId.',
    };
  }
  return { code, message: fault === 'engine' || fault === 'bug' ? GENERAL_TEXTS[fault] : message };
}

export function streamErrorMessage(
  { code, message }: StreamFault,
  stage: SessionStage,
): Extract<StreamServerMessage, { type: 'ERROR' }> {
  return { type: 'ERROR', code, message, stage, retryable: isRetryable(code) };
}

export function streamCloseCodeOf(code: StreamErrorCode): SessionCloseCode {
  if (code === 'BAD_REQUEST') return SESSION_CLOSE_CODES.malformed;
  return isRetryable(code) ? SESSION_CLOSE_CODES.tryAgainLater : SESSION_CLOSE_CODES.refused;
}

/** The error for a stream whose text is too long. */
export function textTooLong(): SpeechError {
  const { maxTextChars } = LIMITS.speechStream;
  return new SpeechError(
    'TEXT_TOO_LONG',
    `The text of the stream has more than ${maxTextChars} characters; that is the limit.`,
    { field: 'text', limit: maxTextChars },
  );
}

function isRetryable(code: StreamErrorCode): boolean {
  return code in SPEECH_ERRORS && SPEECH_ERRORS[code as SpeechErrorCode].retryable;
}
