import type { FastifyInstance, FastifyRequest } from 'fastify';
import { pathOf } from '../../operations/request-lifecycle.ts';

/** Addresses of apps, never the console, the admin API or the playground. */
const OPEN_PATHS = ['/v1/', '/api/'];

/** Headers that scripts of other origins may read in addition to those that every script may. */
const EXPOSED_HEADERS =
  'X-Request-Id, X-Characters, X-Credits, X-Warnings, Retry-After, Server-Timing, Idempotent-Replayed';
const ALLOWED_METHODS = 'GET, HEAD, POST';
/** Chromium caches a preflight no longer than this. */
const PREFLIGHT_SECONDS = '7200';
const HEADER_NAMES = /^[\w\-, ]{1,1024}$/;

/**
 * Allows scripts of other origins to call the endpoints of apps (CORS), with a token and never with a cookie. Errors have the headers
 * too, so that scripts can read them.
 *
 * @param origins as browsers send them, `https://app.example`; `*`: any
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const isAny = origins.includes('*');
  const allowed = new Set(origins);
  app.addHook('onRequest', async (request, reply) => {
    const path = pathOf(request.url).slice(app.prefix.length);
    if (!OPEN_PATHS.some((start) => path.startsWith(start))) return undefined;
    // Without a list the answer is the same for all origins, so caches need not distinguish them.
    if (!isAny) void reply.header('vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !(isAny || allowed.has(origin))) return undefined;
    void reply.header('access-control-allow-origin', isAny ? '*' : origin);
    if (!isPreflight(request)) {
      void reply.header('access-control-expose-headers', EXPOSED_HEADERS);
      return undefined;
    }
    const wanted = request.headers['access-control-request-headers'] ?? '';
    return reply
      .code(204)
      .headers({
        'access-control-allow-methods': ALLOWED_METHODS,
        'access-control-max-age': PREFLIGHT_SECONDS,
        vary: isAny ? 'Access-Control-Request-Headers' : 'Origin, Access-Control-Request-Headers',
        // All requested headers: clients such as OpenAI's add their own, and none of them is a credential for us.
        ...(HEADER_NAMES.test(wanted) && { 'access-control-allow-headers': wanted }),
      })
      .send();
  });
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}
