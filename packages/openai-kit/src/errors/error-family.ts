import type { SpeechError } from '@parlance/core/errors';
import { type ErrorFamily, named } from '@parlance/http/kit';
import { z } from 'zod';
import { OPENAI_ERRORS, type OpenaiError } from './openai-errors.ts';

export interface OpenaiErrorBody {
  readonly error: {
    readonly message: string;
    readonly type: OpenaiError['type'];
    readonly param: string | null;
    readonly code: string | null;
  };
}

const apiError = named(
  'OpenaiError',
  z.object({
    error: z.object({
      message: z.string(),
      type: z.enum(['invalid_request_error', 'insufficient_quota', 'rate_limit_error', 'server_error']),
      param: z.string().nullable().meta({ description: 'The invalid member of the request.' }),
      code: z.string().nullable(),
    }),
  }),
);

/** @returns the error as a response body, or as an event of a stream */
export function errorBody(error: SpeechError): OpenaiErrorBody {
  const wire: OpenaiError = OPENAI_ERRORS[error.code];
  const { field } = error.details;
  const param = wire.param ?? (typeof field === 'string' && field !== '' ? field : null);
  return { error: { message: wire.message ?? error.message, type: wire.type, param, code: wire.code } };
}

/** @returns the response body of a refusal that has no SpeechError */
export function refusalBody(message: string, code: string | null): OpenaiErrorBody {
  return { error: { message, type: 'invalid_request_error', param: null, code } };
}

export const OPENAI_FAMILY: ErrorFamily = {
  table: OPENAI_ERRORS,
  mediaType: 'application/json',
  body: errorBody,
  refusal: (_code, message) => refusalBody(message, 'method_not_supported'),
  schema: apiError,
  nameOf(code) {
    const { code: name, type }: OpenaiError = OPENAI_ERRORS[code];
    return name ?? type;
  },
};
