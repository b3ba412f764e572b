import type { App } from '@parlance/core/accounts';
import { appQueryInput, newAppInput, rotateTokenInput, topUpInput } from '@parlance/core/administration';
import { parseInput } from '@parlance/core/input';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { appView, showApp } from '../replies/app-view.ts';
import { type AdminGate, operatorOf, sendUnkept } from '../request/admin.ts';
import { idempotencyKeyOf, idempotencyOf, markReplay } from '../request/idempotency.ts';
import { jsonObjectOf, requireContentType } from '../request/json-body.ts';
import { type RouteContext, refuseOtherMethods } from './endpoint.ts';

const LIST_URL = '/admin/v1/apps';
const APP_URL = '/admin/v1/apps/:appId';
const REVOKE_URL = '/admin/v1/apps/:appId/revoke';
const TOP_UP_URL = '/admin/v1/apps/:appId/top-up';
const ROTATE_TOKEN_URL = '/admin/v1/apps/:appId/token/rotate';
const ROTATE_URL = '/admin/v1/apps/:appId/webhook-secret/rotate';

interface OneApp {
  Params: { appId: string };
}

/** Apps and their accounts, for the holder of the admin token. */
export function adminAppsRoutes(app: FastifyInstance, { service }: RouteContext, gate: AdminGate): void {
  const isAdmin = gate.letIn;
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
      const created = await service.createApp(input, { idempotency, by: operatorOf(request) });
      const { appId, name, webhookSecret, expiresAt } = created.app;
      markReplay(reply, created.isReplay);
      return sendUnkept(reply, { appId, name, token: created.token, webhookSecret, expiresAt });
    },
  });
  app.route({
    method: 'GET',
    url: LIST_URL,
    onRequest: isAdmin,
    handler: async (request) => {
      const { items, nextCursor } = await service.listApps(parseInput(appQueryInput, request.query));
      return { apps: items.map(({ app: listed, balances }) => appView(listed, balances)), nextCursor };
    },
  });
  app.route<OneApp>({
    method: 'GET',
    url: APP_URL,
    onRequest: isAdmin,
    handler: async ({ params }) => showApp(service, params.appId),
  });
  app.route<OneApp>({
    method: 'POST',
    url: REVOKE_URL,
    onRequest: isAdmin,
    handler: async (request) => view(await service.revokeApp(request.params.appId, operatorOf(request))),
  });
  app.route<OneApp>({
    method: 'POST',
    url: TOP_UP_URL,
    onRequest: takesJson,
    handler: async (request, reply) => {
      const { appId } = request.params;
      const reference = idempotencyKeyOf(request);
      const added = parseInput(topUpInput, jsonObjectOf(request.body));
      const { isReplay } = await service.topUp(appId, { ...added, reference }, operatorOf(request));
      markReplay(reply, isReplay);
      return view(await service.getApp(appId));
    },
  });
  app.route<OneApp>({
    method: 'POST',
    url: ROTATE_TOKEN_URL,
    onRequest: isAdmin,
    handler: async (request, reply) => {
      const { params, body } = request;
      const idempotency = idempotencyOf(request, ROTATE_TOKEN_URL, { appId: params.appId, body });
      const input = parseInput(rotateTokenInput, jsonObjectOf(body ?? {}));
      const by = operatorOf(request);
      const { isReplay, ...rotated } = await service.rotateToken(params.appId, { ...input, idempotency, by });
      markReplay(reply, isReplay);
      return sendUnkept(reply, rotated);
    },
  });
  app.route<OneApp>({
    method: 'POST',
    url: ROTATE_URL,
    onRequest: isAdmin,
    handler: async (request, reply) => {
      const { params, body } = request;
      // The app is part of what is asked for, since these keys are good for all of them.
      const idempotency = idempotencyOf(request, ROTATE_URL, { appId: params.appId, body });
      const by = operatorOf(request);
      const rotated = await service.rotateWebhookSecret(params.appId, { idempotency, by });
      markReplay(reply, rotated.isReplay);
      const { appId, webhookSecret, oldSecretSignsUntil } = rotated;
      return sendUnkept(reply, { appId, webhookSecret, oldSecretSignsUntil });
    },
  });
  refuseOtherMethods(app, APP_URL, service.admin === undefined ? ['GET'] : ['GET', 'PATCH']);
  refuseOtherMethods(app, LIST_URL, ['GET', 'POST']);
  for (const url of [REVOKE_URL, TOP_UP_URL, ROTATE_TOKEN_URL, ROTATE_URL])
    refuseOtherMethods(app, url, ['POST']);
}
