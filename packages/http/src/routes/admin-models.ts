import { removalInput } from '@parlance/core/administration';
import { parseInput } from '@parlance/core/input';
import type { ModelAdmin } from '@parlance/core/service';
import type { FastifyInstance } from 'fastify';
import { type AdminGate, operatorOf } from '../request/admin.ts';
import { refuseOtherMethods } from './endpoint.ts';

const LIST_URL = '/admin/v1/models';
const MODEL_URL = '/admin/v1/models/:modelId';
const INSTALL_URL = '/admin/v1/models/:modelId/install';
const DEFAULT_URL = '/admin/v1/models/:modelId/default';

interface OneModel {
  Params: { modelId: string };
}

/** Models: what is installed, installing and removing them, and which are the defaults. */
export function adminModelRoutes(app: FastifyInstance, models: ModelAdmin, { letIn }: AdminGate): void {
  const onRequest = letIn;
  app.route({ method: 'GET', url: LIST_URL, onRequest, handler: async () => models.list() });
  app.route<OneModel>({
    method: 'GET',
    url: MODEL_URL,
    onRequest,
    handler: async ({ params }) => models.get(params.modelId),
  });
  app.route<OneModel>({
    method: 'DELETE',
    url: MODEL_URL,
    onRequest,
    handler: async (request, reply) => {
      const { force } = parseInput(removalInput, request.query);
      await models.remove(request.params.modelId, { force }, operatorOf(request));
      return reply.code(204).send();
    },
  });
  app.route<OneModel>({
    method: 'POST',
    url: INSTALL_URL,
    onRequest,
    handler: async (request, reply) =>
      reply.code(202).send(await models.install(request.params.modelId, operatorOf(request))),
  });
  app.route<OneModel>({
    method: 'DELETE',
    url: INSTALL_URL,
    onRequest,
    handler: async (request) => models.cancelInstall(request.params.modelId, operatorOf(request)),
  });
  app.route<OneModel>({
    method: 'POST',
    url: DEFAULT_URL,
    onRequest,
    handler: async (request) => models.makeDefault(request.params.modelId, operatorOf(request)),
  });
  refuseOtherMethods(app, LIST_URL, ['GET']);
  refuseOtherMethods(app, MODEL_URL, ['GET', 'DELETE']);
  refuseOtherMethods(app, INSTALL_URL, ['POST', 'DELETE']);
  refuseOtherMethods(app, DEFAULT_URL, ['POST']);
}
