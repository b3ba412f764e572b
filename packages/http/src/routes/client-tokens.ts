import { clientTokenInput } from '@parlance/core/administration';
import { parseInput } from '@parlance/core/input';
import type { FastifyInstance } from 'fastify';
import { sendUnkept } from '../request/admin.ts';
import { authenticateEarly, callerOf } from '../request/caller.ts';
import { idempotencyOf, markReplay } from '../request/idempotency.ts';
import { jsonObjectOf, requireContentType } from '../request/json-body.ts';
import { type RouteContext, refuseOtherMethods } from './endpoint.ts';

const URL = '/v1/client-tokens';

/** Create client token: for live speech only, for minutes, to be given to a browser. */
export function clientTokensRoute(app: FastifyInstance, { service }: RouteContext): void {
  app.route({
    method: 'POST',
    url: URL,
    onRequest: [
      authenticateEarly(service),
      async (request) => requireContentType(request, 'application/json'),
    ],
    handler: async (request, reply) => {
      const { body } = request;
      const caller = await callerOf(request, service, { fields: body });
      const idempotency = idempotencyOf(request, URL, body);
      const input = parseInput(clientTokenInput, jsonObjectOf(body));
      const created = await service.createClientToken(input, { caller, idempotency });
      const { appId, token, expiresAt, maxUses, isReplay } = created;
      markReplay(reply, isReplay);
      return sendUnkept(reply, { appId, token, expiresAt, maxUses });
    },
  });
  refuseOtherMethods(app, URL, ['POST']);
}
