import { answerLogLevel, type SpeechError } from '@parlance/core/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpErrorTable } from './error-tables.ts';
import { wireFailure } from './http-error.ts';
import { toSpeechError } from './to-speech-error.ts';

/** The body of an error in one family of endpoints. */
export interface ErrorStyle {
  readonly contentType: string;
  body(code: string, message: string): object;
}

export const JSON_ERRORS: ErrorStyle = {
  contentType: 'application/json; charset=utf-8',
  body: (code, message) => ({ error: { code, message } }),
};

export const LEGACY_ERRORS: ErrorStyle = {
  contentType: 'text/json; charset=utf-8',
  body: (code, message) => ({ status: 0, error_code: code, error_message: message }),
};

export const VOICE_LIST_ERRORS: ErrorStyle = {
  contentType: 'text/json; charset=utf-8',
  body: (code, message) => ({ result: null, status: 0, error: { code, message } }),
};

/** Where OpenAI's clients come by as well: they look for a type and a parameter too. */
export const AUDIO_ERRORS: ErrorStyle = {
  contentType: JSON_ERRORS.contentType,
  body: (code, message) => ({ error: { code, message, type: 'invalid_request_error', param: null } }),
};

/** @returns the error handler of a family of endpoints: the one place where its errors become answers */
export function errorReplies(table: HttpErrorTable, style: ErrorStyle) {
  return (thrown: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const error = toSpeechError(thrown);
    const wire = table[error.code];
    logError(error, wire.status, request);
    void reply.code(wire.status).type(style.contentType);
    const retryAfter = error.details.retryAfterSeconds ?? wire.retryAfterSeconds;
    if (retryAfter !== undefined) void reply.header('retry-after', Number(retryAfter));
    if (wire.status === 401) void reply.header('www-authenticate', 'Bearer');
    if (error.code === 'SHUTTING_DOWN') void reply.header('connection', 'close');
    const { code, message } = wireFailure(wire, error);
    void reply.send(style.body(code, message));
  };
}

function logError(error: SpeechError, status: number, request: FastifyRequest): void {
  const facts = { errorCode: error.code, details: error.details };
  const level = answerLogLevel(error, status);
  if (level === 'error') request.log.error({ ...facts, err: error }, 'request failed');
  else request.log[level](facts, 'request refused');
}
