import type { FastifyInstance } from 'fastify';
import { OPERATIONS } from './openapi.ts';
import type { Operation } from './operation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Only says which methods the address has. */
    refusesMethod?: true;
  }
}

/** A route that answers, by the address below where the service is mounted. */
export interface MountedRoute {
  readonly method: string;
  readonly url: string;
}

/**
 * Takes down every route that `app` gets from now on, in its scopes too: what is not mounted does not stand in the document.
 *
 * @returns a list that grows
 */
export function followRoutes(app: FastifyInstance): readonly MountedRoute[] {
  const routes: MountedRoute[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.refusesMethod === true) return;
    for (const name of [method].flat()) routes.push({ method: name, url: url.slice(app.prefix.length) });
  });
  return routes;
}

/** @returns the operations that one of the routes carries out */
export function mountedOperations(routes: readonly MountedRoute[]): readonly Operation[] {
  const mounted = new Set(routes.map(({ method, url }) => `${method} ${url}`));
  return OPERATIONS.filter(({ method, url }) => mounted.has(`${method} ${url}`));
}
