import { type App, appQueryInput, newAppInput, parseInput } from '@parlance/core';
import type { FastifyInstance } from 'fastify';
import { pageOfApps } from '../replies/app-page.ts';
import { requireAdminToken } from '../request/admin-token.ts';
import { jsonObjectOf, requireContentType } from '../request/json-body.ts';
import { type RouteContext, refuseOtherMethods } from './endpoint.ts';

const LIST_URL = '/admin/v1/apps';
const APP_URL = '/admin/v1/apps/:appId';
const REVOKE_URL = '/admin/v1/apps/:appId/revoke';

interface OneApp {
  Params: { appId: string };
}

/** Apps: create, list, show, revoke. For the holder of the admin token. */
export function adminAppsRoutes(app: FastifyInstance, { service }: RouteContext, adminToken: string): void {
  const onRequest = requireAdminToken(adminToken);
  app.route({
    method: 'POST',
    url: LIST_URL,
    onRequest: [onRequest, async (request) => requireContentType(request, 'application/json')],
    handler: async (request, reply) => {
      const created = await service.createApp(parseInput(newAppInput, jsonObjectOf(request.body)));
      const { appId, name, webhookSecret, expiresAt } = created.app;
      return reply
        .header('cache-control', 'no-store')
        .send({ appId, name, token: created.token, webhookSecret, expiresAt });
    },
  });
  app.route({
    method: 'GET',
    url: LIST_URL,
    onRequest,
    handler: async (request) => {
      const query = parseInput(appQueryInput, request.query);
      const { apps, nextCursor } = pageOfApps(await service.listApps(query.search), query);
      return { apps: apps.map(appView), nextCursor };
    },
  });
  app.route<OneApp>({
    method: 'GET',
    url: APP_URL,
    onRequest,
    handler: async (request) => appView(await service.getApp(request.params.appId)),
  });
  app.route<OneApp>({
    method: 'POST',
    url: REVOKE_URL,
    onRequest,
    handler: async (request) => appView(await service.revokeApp(request.params.appId)),
  });
  refuseOtherMethods(app, LIST_URL, ['GET', 'POST']);
  refuseOtherMethods(app, APP_URL, ['GET']);
  refuseOtherMethods(app, REVOKE_URL, ['POST']);
}

/** An app without its secrets. */
function appView({ appId, name, createdAt, expiresAt, revokedAt, ttsConcurrency, sttConcurrency }: App) {
  // Accounts come with durable storage; until then nothing is metered.
  return {
    appId,
    name,
    createdAt,
    expiresAt,
    revokedAt,
    ttsConcurrency,
    sttConcurrency,
    credits: null,
    seconds: null,
  };
}
