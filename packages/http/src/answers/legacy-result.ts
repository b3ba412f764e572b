import type { SynthesisView } from '@parlance/core/synthesis';
import { synthesisResultBody } from '@parlance/core/webhooks';
import type { FastifyReply } from 'fastify';
import { TTS_ERRORS } from '../errors/error-tables.ts';
import { type HttpError, wireFailure } from '../errors/http-error.ts';
import { absoluteLink } from './synthesis-request.ts';

/**
 * Sends a request in the form that older clients expect. If it failed while they waited, the answer has the shape of every failure, and the result
 * in addition, because of its id.
 */
export function sendLegacyResult(
  reply: FastifyReply,
  { record, audioLink }: SynthesisView,
  baseUrl: string,
): FastifyReply {
  void reply.type('text/json; charset=utf-8').header('cache-control', 'no-store');
  const { failure } = record;
  if (failure === null) {
    const link = audioLink === undefined ? {} : { audio_link: absoluteLink(audioLink, baseUrl) };
    return reply.send({ status: 1, result: { ...synthesisResultBody(record), ...link } });
  }
  const wire: HttpError = TTS_ERRORS[failure.code];
  const { code, message } = wireFailure(wire, failure);
  const told = { error_code: code, error_message: message };
  if (wire.retryAfterSeconds !== undefined) void reply.header('retry-after', wire.retryAfterSeconds);
  return reply
    .code(wire.status)
    .send({ status: 0, ...told, result: { ...synthesisResultBody(record), ...told } });
}
