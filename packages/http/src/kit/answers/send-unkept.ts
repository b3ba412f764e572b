import type { FastifyReply } from 'fastify';

/** Sends an answer that no cache may store. */
export function sendUnkept(reply: FastifyReply, answer: object): FastifyReply {
  return reply.header('cache-control', 'no-store').send(answer);
}
