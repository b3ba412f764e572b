import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AUDIO_ERRORS, JSON_ERRORS } from '../errors/error-style.ts';
import { contentTypeOf } from '../kit/errors/error-family.ts';

const AUDIO_PATH = /\/v1\/audio\//;

/** Answers unknown addresses before a body is read, since its content makes no difference. */
export function refuseUnknown(app: FastifyInstance): void {
  const refuse = ({ url }: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const style = AUDIO_PATH.test(url) ? AUDIO_ERRORS : JSON_ERRORS;
    return reply
      .code(404)
      .type(contentTypeOf(style))
      .send(style.body('NOT_FOUND', 'There is no such address.'));
  };
  app.setNotFoundHandler(refuse);
  app.addHook('onRequest', async (request, reply) => (request.is404 ? refuse(request, reply) : undefined));
}
