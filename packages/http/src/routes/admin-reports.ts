import { deliveryQueryInput, parseInput, reportQueryInput, requestQueryInput } from '@parlance/core';
import type { FastifyInstance } from 'fastify';
import { deliveryView, requestView } from '../replies/reports.ts';
import { requireAdminToken } from '../request/admin-token.ts';
import { type RouteContext, refuseOtherMethods } from './endpoint.ts';

const REQUESTS_URL = '/admin/v1/requests';
const OVERVIEW_URL = '/admin/v1/overview';
const WEBHOOKS_URL = '/admin/v1/webhooks';
const REPLAY_URL = '/admin/v1/webhooks/:deliveryId/replay';

/** What was asked for and what came of it, for the holder of the admin token. */
export function adminReportRoutes(app: FastifyInstance, { service }: RouteContext, adminToken: string): void {
  const onRequest = requireAdminToken(adminToken);
  app.route({
    method: 'GET',
    url: REQUESTS_URL,
    onRequest,
    handler: async (request) => {
      const page = await service.listRequests(parseInput(requestQueryInput, request.query));
      return { requests: page.items.map(requestView), nextCursor: page.nextCursor };
    },
  });
  app.route({
    method: 'GET',
    url: OVERVIEW_URL,
    onRequest,
    handler: async (request) => service.overview(parseInput(reportQueryInput, request.query)),
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
    handler: async ({ params }) => deliveryView(await service.replayDelivery(params.deliveryId)),
  });
  for (const url of [REQUESTS_URL, OVERVIEW_URL, WEBHOOKS_URL]) refuseOtherMethods(app, url, ['GET']);
  refuseOtherMethods(app, REPLAY_URL, ['POST']);
}
