import { SpeechError } from '@parlance/core/errors';

/** Messages for Fastify's own refusals; all of them are faults of the request. */
const FASTIFY_MESSAGES: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as Content-Length says.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The Content-Type is not one that this endpoint takes.',
  FST_ERR_BAD_URL: 'The address has a malformed percent encoding.',
  FST_ERR_MAX_PARAM_LENGTH: 'A part of the address is too long.',
};

/** @returns `error` as one of ours; an unexpected error becomes `INTERNAL` with its cause */
export function toSpeechError(error: unknown): SpeechError {
  if (SpeechError.is(error)) return error;
  const { code, statusCode } = (typeof error === 'object' && error !== null ? error : {}) as {
    code?: unknown;
    statusCode?: unknown;
  };
  const isCallersFault = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500;
  if (!isCallersFault) return SpeechError.from(error);
  const message = typeof code === 'string' ? FASTIFY_MESSAGES[code] : undefined;
  return new SpeechError('INVALID_INPUT', message ?? 'The request could not be read.', {}, { cause: error });
}
