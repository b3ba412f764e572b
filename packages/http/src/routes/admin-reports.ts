import { parseInput } from '@parlance/core/input';
import { deliveryQueryInput, overviewQueryInput, requestQueryInput } from '@parlance/core/reports';
import type { FastifyInstance } from 'fastify';
import { deliveryView, requestDetailView, requestView } from '../replies/reports.ts';
import { type AdminGate, operatorOf } from '../request/admin.ts';
import { publicAddress } from '../request/public-address.ts';
import { type RouteContext, refuseOtherMethods } from './endpoint.ts';

const REQUESTS_URL = '/admin/v1/requests';
const REQUEST_URL = '/admin/v1/requests/:requestId';
const OVERVIEW_URL = '/admin/v1/overview';
const WEBHOOKS_URL = '/admin/v1/webhooks';
const REPLAY_URL = '/admin/v1/webhooks/:deliveryId/replay';

/** What was asked for and what came of it, for the holder of the admin token. */
export function adminReportRoutes(
  app: FastifyInstance,
  { service, options }: RouteContext,
  gate: AdminGate,
): void {
  const onRequest = gate.letIn;
  app.route({
    method: 'GET',
    url: REQUESTS_URL,
    onRequest,
    handler: async (request) => {
      const page = await service.listRequests(parseInput(requestQueryInput, request.query));
      return { requests: page.items.map(requestView), nextCursor: page.nextCursor };
    },
  });
  const { admin } = service;
  if (admin !== undefined) {
    app.route<{ Params: { requestId: string } }>({
      method: 'GET',
      url: REQUEST_URL,
      onRequest,
      handler: async (request) =>
        requestDetailView(await admin.getRequest(request.params.requestId), publicAddress(request, options)),
    });
    refuseOtherMethods(app, REQUEST_URL, ['GET']);
  }
  app.route({
    method: 'GET',
    url: OVERVIEW_URL,
    onRequest,
    handler: async (request) => service.overview(parseInput(overviewQueryInput, request.query)),
  });
  app.route({
    method: 'GET',
    url: WEBHOOKS_URL,
    onRequest,
    handler: async (request) => {
      const page = await service.listDeliveries(parseInput(deliveryQueryInput, request.query));
      return { deliveries: page.items.map(deliveryView), nextCursor: page.nextCursor };
    },
  });
  app.route<{ Params: { deliveryId: string } }>({
    method: 'POST',
    url: REPLAY_URL,
    onRequest,
    handler: async (request) =>
      deliveryView(await service.replayDelivery(request.params.deliveryId, operatorOf(request))),
  });
  for (const url of [REQUESTS_URL, OVERVIEW_URL, WEBHOOKS_URL]) refuseOtherMethods(app, url, ['GET']);
  refuseOtherMethods(app, REPLAY_URL, ['POST']);
}
