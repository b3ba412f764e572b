import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OpenaiErrorBody } from '../errors/error-reply.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a route that is no endpoint: it tells that there is none of this method. */
    refusesMethod?: true;
  }
}

/**
 * Answers the methods that an address has not: 405 with `Allow`, OPTIONS with `Allow` alone, before a body is read. What browsers ask
 * before they call was answered by then, where the application lets other origins in.
 */
export function refuseOtherMethods(app: FastifyInstance, url: string, methods: readonly string[]): void {
  const allow = [...methods, 'OPTIONS'].join(', ');
  const refuse = async ({ method }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    void reply.header('allow', allow);
    if (method === 'OPTIONS') return reply.code(204).send();
    const message = `${method} is not allowed here; allowed: ${allow}.`;
    const body: OpenaiErrorBody = {
      error: { message, type: 'invalid_request_error', param: null, code: 'method_not_supported' },
    };
    return reply.code(405).type('application/json; charset=utf-8').send(body);
  };
  app.route({
    method: app.supportedMethods.filter((method) => !methods.includes(method)),
    url,
    exposeHeadRoute: false,
    config: { refusesMethod: true },
    onRequest: refuse,
    handler: refuse,
  });
}
