import { answerLogLevel, type SpeechError, type SpeechErrorCode } from '@parlance/core/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { NamedSchema } from '../named-schema.ts';
import { toSpeechError } from './to-speech-error.ts';

/** The answer to one error code of the core. */
export interface WireError {
  readonly status: number;
  /** Sent as `Retry-After`, unless the error itself has a time. */
  readonly retryAfterSeconds?: number;
}

/** How a group of endpoints reports errors, and how the document describes them. */
export interface ErrorFamily {
  readonly table: Readonly<Record<SpeechErrorCode, WireError>>;
  readonly mediaType: 'application/json' | 'text/json';
  body(error: SpeechError): object;
  /** The body of a refusal without an error of the core, such as `METHOD_NOT_ALLOWED`. */
  refusal(code: string, message: string): object;
  /** The schema of these bodies. */
  readonly schema: NamedSchema;
  /** @returns the code of an error in a body */
  nameOf(code: SpeechErrorCode): string;
}

type ErrorHandler = (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => void;

/** @returns the handler that turns errors of these endpoints into answers, for `errorHandler` of a route or `setErrorHandler` */
export function createErrorHandler(family: Omit<ErrorFamily, 'schema' | 'nameOf'>): ErrorHandler {
  return (thrown, request, reply) => {
    const error = toSpeechError(thrown);
    const wire = family.table[error.code];
    logError(error, wire.status, request);
    void reply.code(wire.status).type(contentTypeOf(family));
    const retryAfter = error.details.retryAfterSeconds ?? wire.retryAfterSeconds;
    if (retryAfter !== undefined) void reply.header('retry-after', Number(retryAfter));
    if (wire.status === 401) void reply.header('www-authenticate', 'Bearer');
    if (error.code === 'SHUTTING_DOWN') void reply.header('connection', 'close');
    void reply.send(family.body(error));
  };
}

export function contentTypeOf({ mediaType }: Pick<ErrorFamily, 'mediaType'>): string {
  return `${mediaType}; charset=utf-8`;
}

function logError(error: SpeechError, status: number, request: FastifyRequest): void {
  const facts = { errorCode: error.code, details: error.details };
  const level = answerLogLevel(error, status);
  if (level === 'error') request.log.error({ ...facts, err: error }, 'request failed');
  else request.log[level](facts, 'request refused');
}
