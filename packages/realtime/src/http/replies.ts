import { answerLogLevel, SPEECH_ERRORS, SpeechError, type SpeechErrorCode } from '@parlance/core/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { INVALID_KEY_MESSAGE } from '../session/realtime-errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a route that is no endpoint: it tells that there is none of this method. */
    refusesMethod?: true;
  }
}

const RETRY_SECONDS = 1;
const STATUS: Partial<Record<SpeechErrorCode, number>> = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  REQUEST_RATE_EXCEEDED: 429,
};
const STATUS_OF_FAULT = { caller: 400, load: 503, engine: 503, bug: 500 } as const;
const JSON_TYPE = 'application/json; charset=utf-8';

/** OpenAI's form of an error. Faults of the server are told in general words. */
export function replyWithError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const error = asSpeechError(thrown);
  const status = STATUS[error.code] ?? STATUS_OF_FAULT[SPEECH_ERRORS[error.code].fault];
  const level = answerLogLevel(error, status);
  request.log[level]({ errorCode: error.code, details: error.details, err: error }, 'request refused');
  if (status === 401) void reply.header('www-authenticate', 'Bearer');
  if (status === 429 || status === 503)
    void reply.header('retry-after', Number(error.details.retryAfterSeconds ?? RETRY_SECONDS));
  void reply.code(status).type(JSON_TYPE).send(bodyOf(error, status));
}

function bodyOf({ message, details }: SpeechError, status: number): object {
  const { field } = details;
  const param = typeof field === 'string' && field !== '' ? field : null;
  if (status === 401) return errorBody(INVALID_KEY_MESSAGE, { code: 'invalid_api_key' });
  if (status === 429) return errorBody(message, { type: 'rate_limit_error', code: 'rate_limit_exceeded' });
  if (status >= 500)
    return errorBody('The service is not available at the moment.', { type: 'server_error' });
  return errorBody(message, { param });
}

function errorBody(message: string, members: object): object {
  return { error: { message, type: 'invalid_request_error', param: null, code: null, ...members } };
}

/** Fastify's own refusals, such as of a body that is not JSON, are faults of the request. */
function asSpeechError(thrown: unknown): SpeechError {
  const { statusCode = 500 } = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as {
    statusCode?: number;
  };
  if (SpeechError.is(thrown) || statusCode >= 500) return SpeechError.from(thrown);
  return new SpeechError('INVALID_INPUT', 'The request could not be read.', {}, { cause: thrown });
}

/** Upgrades never come here: whoever does asked for none, or a proxy kept it to itself. */
export function requireUpgrade(app: FastifyInstance, url: string): void {
  app.get(url, { exposeHeadRoute: false, config: { refusesMethod: true } }, async (_request, reply) => {
    void reply.code(426).headers({ upgrade: 'websocket', connection: 'Upgrade' }).type(JSON_TYPE);
    return errorBody('This address speaks WebSocket; the request asked for no upgrade.', {});
  });
}

/** OPTIONS is left to the application: what browsers ask before they call is its affair. */
export function refuseOtherMethods(app: FastifyInstance, url: string): void {
  app.route({
    method: app.supportedMethods.filter((method) => method !== 'OPTIONS' && method !== 'POST'),
    url,
    exposeHeadRoute: false,
    config: { refusesMethod: true },
    handler: async ({ method }, reply) => {
      const message = `${method} is not allowed here; allowed: POST.`;
      void reply.code(405).header('allow', 'POST').type(JSON_TYPE);
      return errorBody(message, { code: 'method_not_supported' });
    },
  });
}
