import { answerLogLevel, SpeechError } from '@parlance/core/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OPENAI_ERRORS, type OpenaiError } from './openai-errors.ts';

export interface OpenaiErrorBody {
  readonly error: {
    readonly message: string;
    readonly type: OpenaiError['type'];
    readonly param: string | null;
    readonly code: string | null;
  };
}

/** @returns what a body, or an event of a stream, tells of an error */
export function errorBody(error: SpeechError): OpenaiErrorBody {
  const wire: OpenaiError = OPENAI_ERRORS[error.code];
  const { field } = error.details;
  const param = wire.param ?? (typeof field === 'string' && field !== '' ? field : null);
  return { error: { message: wire.message ?? error.message, type: wire.type, param, code: wire.code } };
}

/** The one place where errors of these endpoints become answers. */
export function replyWithError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const error = toSpeechError(thrown);
  const wire: OpenaiError = OPENAI_ERRORS[error.code];
  const facts = { errorCode: error.code, details: error.details };
  const level = answerLogLevel(error, wire.status);
  if (level === 'error') request.log.error({ ...facts, err: error }, 'request failed');
  else request.log[level](facts, 'request refused');
  void reply.code(wire.status).type('application/json; charset=utf-8');
  const retryAfter = error.details.retryAfterSeconds ?? wire.retryAfterSeconds;
  if (retryAfter !== undefined) void reply.header('retry-after', Number(retryAfter));
  if (wire.status === 401) void reply.header('www-authenticate', 'Bearer');
  if (error.code === 'SHUTTING_DOWN') void reply.header('connection', 'close');
  void reply.send(errorBody(error));
}

/** Fastify's own refusals are faults of the request; what nobody foresaw is ours. */
function toSpeechError(thrown: unknown): SpeechError {
  if (SpeechError.is(thrown)) return thrown;
  const { statusCode } = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as {
    statusCode?: unknown;
  };
  const isCallersFault = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500;
  if (!isCallersFault) return SpeechError.from(thrown);
  const message =
    statusCode === 415 ? 'Content-Type must be application/json.' : 'The request could not be read.';
  return new SpeechError('INVALID_INPUT', message, {}, { cause: thrown });
}
