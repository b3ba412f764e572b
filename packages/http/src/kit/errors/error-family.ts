import { answerLogLevel, type SpeechError, type SpeechErrorCode } from '@parlance/core/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { NamedSchema } from '../named-schema.ts';
import { toSpeechError } from './to-speech-error.ts';

/** How one error code of the core is answered. */
export interface WireError {
  readonly status: number;
  /** Sent as `Retry-After`, unless the error itself says when. */
  readonly retryAfterSeconds?: number;
}

/** How a group of endpoints reports what went wrong, and how the document describes it. */
export interface ErrorFamily {
  readonly table: Readonly<Record<SpeechErrorCode, WireError>>;
  readonly mediaType: 'application/json' | 'text/json';
  body(error: SpeechError): object;
  /** The body of an answer that no error of the core stands behind: `METHOD_NOT_ALLOWED`. */
  refusal(code: string, message: string): object;
  /** Of these bodies. */
  readonly schema: NamedSchema;
  /** @returns what a body tells programs of an error: its code on the wire */
  nameOf(code: SpeechErrorCode): string;
}

type ErrorHandler = (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => void;

/** @returns the one place where errors of these endpoints become answers, for `errorHandler` of a route or `setErrorHandler` */
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
