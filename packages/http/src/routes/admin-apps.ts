import {
  type App,
  appQueryInput,
  type MeteredUnit,
  newAppInput,
  parseInput,
  type ToppedUp,
  topUpInput,
} from '@parlance/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageOfApps } from '../replies/app-page.ts';
import { appView } from '../replies/app-view.ts';
import { requireAdminToken } from '../request/admin-token.ts';
import { idempotencyKeyOf, idempotencyOf, markReplay } from '../request/idempotency.ts';
import { jsonObjectOf, requireContentType } from '../request/json-body.ts';
import { type RouteContext, refuseOtherMethods } from './endpoint.ts';

const LIST_URL = '/admin/v1/apps';
const APP_URL = '/admin/v1/apps/:appId';
const REVOKE_URL = '/admin/v1/apps/:appId/revoke';
const TOP_UP_URL = '/admin/v1/apps/:appId/top-up';
const ROTATE_URL = '/admin/v1/apps/:appId/webhook-secret/rotate';

interface OneApp {
  Params: { appId: string };
}

/** Apps and their accounts, for the holder of the admin token. */
export function adminAppsRoutes(app: FastifyInstance, { service }: RouteContext, adminToken: string): void {
  const isAdmin = requireAdminToken(adminToken);
  const takesJson = [
    isAdmin,
    async (request: FastifyRequest) => requireContentType(request, 'application/json'),
  ];
  const view = async (found: App): Promise<object> => appView(found, await service.getBalances(found.appId));

  app.route({
    method: 'POST',
    url: LIST_URL,
    onRequest: takesJson,
    handler: async (request, reply) => {
      const idempotency = idempotencyOf(request, LIST_URL, request.body);
      const input = parseInput(newAppInput, jsonObjectOf(request.body));
      const created = await service.createApp(input, { idempotency });
      const { appId, name, webhookSecret, expiresAt } = created.app;
      markReplay(reply, created.isReplay);
      return showOnce(reply, { appId, name, token: created.token, webhookSecret, expiresAt });
    },
  });
  app.route({
    method: 'GET',
    url: LIST_URL,
    onRequest: isAdmin,
    handler: async (request) => {
      const query = parseInput(appQueryInput, request.query);
      const { apps, nextCursor } = pageOfApps(await service.listApps(query.search), query);
      return { apps: await Promise.all(apps.map(view)), nextCursor };
    },
  });
  app.route<OneApp>({
    method: 'GET',
    url: APP_URL,
    onRequest: isAdmin,
    handler: async ({ params }) => view(await service.getApp(params.appId)),
  });
  app.route<OneApp>({
    method: 'POST',
    url: REVOKE_URL,
    onRequest: isAdmin,
    handler: async ({ params }) => view(await service.revokeApp(params.appId)),
  });
  app.route<OneApp>({
    method: 'POST',
    url: TOP_UP_URL,
    onRequest: takesJson,
    handler: async (request, reply) => {
      const { appId } = request.params;
      const reference = idempotencyKeyOf(request);
      const added = parseInput(topUpInput, jsonObjectOf(request.body));
      const answers: ToppedUp[] = [];
      for (const unit of ['credits', 'seconds'] as const satisfies readonly MeteredUnit[]) {
        const amount = added[unit];
        if (amount !== undefined) answers.push(await service.topUp(appId, { unit, amount, reference }));
      }
      markReplay(
        reply,
        answers.every(({ isReplay }) => isReplay === true),
      );
      return view(await service.getApp(appId));
    },
  });
  app.route<OneApp>({
    method: 'POST',
    url: ROTATE_URL,
    onRequest: isAdmin,
    handler: async ({ params }, reply) => {
      const { appId, webhookSecret, retiredWebhookSecret } = await service.rotateWebhookSecret(params.appId);
      const oldSecretSignsUntil = retiredWebhookSecret?.until ?? null;
      return showOnce(reply, { appId, webhookSecret, oldSecretSignsUntil });
    },
  });
  refuseOtherMethods(app, LIST_URL, ['GET', 'POST']);
  refuseOtherMethods(app, APP_URL, ['GET']);
  for (const url of [REVOKE_URL, TOP_UP_URL, ROTATE_URL]) refuseOtherMethods(app, url, ['POST']);
}

/** An answer with secrets in it, which nothing on the way may keep. */
function showOnce(reply: FastifyReply, answer: object): FastifyReply {
  return reply.header('cache-control', 'no-store').send(answer);
}
