import type { SpeechError } from '@parlance/core/errors';
import type { SessionErrorCode, SessionFault } from '@parlance/core/session';
import type { OpenaiErrorBody } from '@parlance/openai-kit';

/** `error` of an `error` event. */
export type ErrorBody = Omit<OpenaiErrorBody['error'], 'param'> & { readonly param?: string | null };

const invalid = { type: 'invalid_request_error', code: 'invalid_value' } as const;
const broken = { type: 'server_error', code: 'server_error' } as const;

/** The reasons why a session ends, as OpenAI's types and codes. */
const FAULTS = {
  UNAUTHORIZED: { type: 'invalid_request_error', code: 'invalid_api_key' },
  STT_INSUFFICIENT_SECONDS: { type: 'insufficient_quota', code: 'insufficient_quota' },
  STT_MAX_CCR_REACHED: { type: 'rate_limit_error', code: 'rate_limit_exceeded' },
  STT_INVALID_SAMPLE_RATE: invalid,
  STT_INVALID_CHANNEL: invalid,
  STT_INVALID_SAMPLE_SIZE: invalid,
  PROVIDER_UNAVAILABLE: broken,
  PROVIDER_UNKNOWN: broken,
  SESSION_TIMEOUT: { type: 'invalid_request_error', code: 'session_expired' },
  NO_INPUT_TIMEOUT: { type: 'invalid_request_error', code: 'session_expired' },
  BAD_REQUEST: invalid,
  INTERNAL_ERROR: broken,
} as const satisfies Record<SessionErrorCode, Pick<ErrorBody, 'type' | 'code'>>;

export const INVALID_KEY_MESSAGE =
  'The API key is missing, invalid or expired. Use the token of an app of this service, or a client secret made from it.';

export function faultBody({ code, message }: SessionFault): ErrorBody {
  return { ...FAULTS[code], message: code === 'UNAUTHORIZED' ? INVALID_KEY_MESSAGE : message };
}

export function invalidValue(message: string, param: string | null = null): ErrorBody {
  return { ...invalid, message, param };
}

/** The error of an event that could not be parsed. */
export function errorBody({ message, details: { field } }: SpeechError): ErrorBody {
  return invalidValue(message, typeof field === 'string' ? field : null);
}
