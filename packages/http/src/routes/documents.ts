import type { FastifyInstance, FastifyReply } from 'fastify';
import { type MountedRoute, mountedOperations } from '../document/mounted-operations.ts';
import { openApiDocument } from '../document/openapi.ts';
import { type RouteContext, refuseOtherMethods } from './endpoint.ts';

const OPENAPI_URL = '/openapi.json';
const ASYNCAPI_URL = '/asyncapi.json';

/**
 * What the service may be asked for, as documents for programs, for everybody.
 *
 * @param routes all that are mounted by the time that somebody asks
 */
export function documentRoutes(
  app: FastifyInstance,
  { options }: RouteContext,
  routes: readonly MountedRoute[],
): void {
  serve(app, OPENAPI_URL, () =>
    openApiDocument({ operations: mountedOperations(routes), parts: options.openApiParts ?? [] }),
  );
  const { asyncApi } = options;
  if (asyncApi !== undefined) serve(app, ASYNCAPI_URL, () => asyncApi);
}

function serve(app: FastifyInstance, url: string, make: () => object): void {
  let text: string | undefined;
  app.route({
    method: 'GET',
    url,
    handler: async (_request, reply): Promise<FastifyReply> => {
      text ??= JSON.stringify(make());
      return reply
        .type('application/json; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('x-content-type-options', 'nosniff')
        .send(text);
    },
  });
  refuseOtherMethods(app, url, ['GET']);
}
