import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OpenaiErrorBody } from '../errors/error-reply.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a route that is no endpoint: it tells that there is none of this method. */
    refusesMethod?: true;
  }
}

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Answers the methods that an address has not: 405 with `Allow`, OPTIONS with `Allow` alone, before a body is read. What browsers ask
 * before they call was answered by then, where the application lets other origins in; with `leavesOptions` all of OPTIONS is its affair.
 */
export function refuseOtherMethods(
  app: FastifyInstance,
  url: string,
  methods: readonly string[],
  { leavesOptions = false }: { readonly leavesOptions?: boolean } = {},
): void {
  const allow = (leavesOptions ? methods : [...methods, 'OPTIONS']).join(', ');
  const refuse = async ({ method }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    void reply.header('allow', allow);
    if (method === 'OPTIONS') return reply.code(204).send();
    const message = `${method} is not allowed here; allowed: ${allow}.`;
    return reply.code(405).type(JSON_TYPE).send(errorOf(message, 'method_not_supported'));
  };
  app.route({
    method: app.supportedMethods.filter(
      (method) => !methods.includes(method) && !(leavesOptions && method === 'OPTIONS'),
    ),
    url,
    exposeHeadRoute: false,
    config: { refusesMethod: true },
    onRequest: refuse,
    handler: refuse,
  });
}

/** Upgrades never come here: whoever does asked for none, or a proxy kept it to itself. */
export function requireUpgrade(app: FastifyInstance, url: string): void {
  app.get(url, { exposeHeadRoute: false, config: { refusesMethod: true } }, async (_request, reply) => {
    void reply.code(426).headers({ upgrade: 'websocket', connection: 'Upgrade' }).type(JSON_TYPE);
    return errorOf('This address speaks WebSocket; the request asked for no upgrade.', null);
  });
}

function errorOf(message: string, code: string | null): OpenaiErrorBody {
  return { error: { message, type: 'invalid_request_error', param: null, code } };
}
