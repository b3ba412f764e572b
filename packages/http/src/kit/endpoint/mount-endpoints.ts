import type { FastifyInstance } from 'fastify';
import type { Endpoint } from './endpoint.ts';
import { type MethodsOfAddress, refuseOtherMethods } from './refuse-other-methods.ts';

/**
 * Mounts the endpoints for which the service has what they need, and answers other methods of their addresses with
 * 405. The scope needs `useStrictJson()`, and `@fastify/multipart` if one of them reads forms.
 *
 * @returns the mounted endpoints, in the same order
 */
export function mountEndpoints<Context>(
  app: FastifyInstance,
  endpoints: readonly Endpoint<Context>[],
  context: Context,
  rules: Pick<MethodsOfAddress, 'leavesOptions'> = {},
): readonly Endpoint<Context>[] {
  const mounted = withHeadFirst(endpoints).filter((endpoint) => endpoint.mount(app, context));
  const urls = Map.groupBy(mounted, ({ url }) => url);
  for (const [url, [first, ...others]] of urls) {
    if (first === undefined) continue;
    const methods = [first, ...others].map(({ method }) => method);
    refuseOtherMethods(app, { ...rules, url, methods, errors: first.errors });
  }
  return endpoints.filter((endpoint) => mounted.includes(endpoint));
}

/** Fastify adds HEAD for each GET, unless there already is a route for it. */
function withHeadFirst<Context>(endpoints: readonly Endpoint<Context>[]): Endpoint<Context>[] {
  const isHead = ({ method }: Endpoint<Context>): boolean => method === 'HEAD';
  return [...endpoints.filter(isHead), ...endpoints.filter((endpoint) => !isHead(endpoint))];
}
