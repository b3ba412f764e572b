import type { FastifyReply } from 'fastify';

/** An answer that nothing on the way may keep. */
export function sendUnkept(reply: FastifyReply, answer: object): FastifyReply {
  return reply.header('cache-control', 'no-store').send(answer);
}
