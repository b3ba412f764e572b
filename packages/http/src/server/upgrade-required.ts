import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ADMIN_FAMILY } from '../errors/error-families.ts';
import { refuseOtherMethods } from '../kit/endpoint/refuse-other-methods.ts';
import { contentTypeOf } from '../kit/errors/error-family.ts';

const MESSAGE =
  'This address speaks WebSocket, and the request did not ask for it. ' +
  'A proxy in between must pass the headers Upgrade and Connection on, over HTTP/1.1.';

/** Answers a request without the upgrade that would make it a session; requests with an upgrade never get here. */
export function upgradeRequiredRoute(app: FastifyInstance, url: string): void {
  const refuse = async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    reply
      .code(426)
      .headers({
        upgrade: 'websocket',
        // Node uses our Connection header unchanged: without `close` it would keep every connection open.
        connection: reply.raw.shouldKeepAlive ? 'Upgrade' : 'close, Upgrade',
      })
      .type(contentTypeOf(ADMIN_FAMILY))
      .send(ADMIN_FAMILY.refusal('UPGRADE_REQUIRED', MESSAGE));
  app.route({ method: 'GET', url, config: { refusesMethod: true }, onRequest: refuse, handler: refuse });
  refuseOtherMethods(app, { url, methods: ['GET'], errors: ADMIN_FAMILY });
}
