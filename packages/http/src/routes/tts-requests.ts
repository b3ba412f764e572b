import type { FastifyInstance } from 'fastify';
import { synthesisRequestView } from '../replies/synthesis-request.ts';
import { authenticateByHeaders, callerOf } from '../request/caller.ts';
import { publicAddress } from '../request/public-address.ts';
import { type RouteContext, refuseOtherMethods } from './endpoint.ts';

const URL = '/v1/tts/requests/:requestId';

/** Get request. */
export function ttsRequestsRoute(app: FastifyInstance, { service, options }: RouteContext): void {
  app.route<{ Params: { requestId: string } }>({
    method: 'GET',
    url: URL,
    onRequest: authenticateByHeaders(service),
    handler: async (request, reply) => {
      const caller = await callerOf(request, service);
      const view = await service.getSynthesis(request.params.requestId, caller);
      // The answer holds a link that needs no other credential.
      void reply.header('cache-control', 'no-store');
      return synthesisRequestView(view, publicAddress(request, options));
    },
  });
  refuseOtherMethods(app, URL, ['GET']);
}
