import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { JSON_ERRORS } from '../errors/error-reply.ts';

/** Answers addresses that are nobody's, before a body is read: what it holds changes nothing. */
export function refuseUnknown(app: FastifyInstance): void {
  const refuse = (_request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    reply
      .code(404)
      .type(JSON_ERRORS.contentType)
      .send(JSON_ERRORS.body('NOT_FOUND', 'There is no such address.'));
  app.setNotFoundHandler(refuse);
  app.addHook('onRequest', async (request, reply) => (request.is404 ? refuse(request, reply) : undefined));
}
