import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OpenaiErrorBody } from '../errors/error-reply.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a route that is no endpoint: it tells that there is none of this method. */
    refusesMethod?: true;
  }
}

/** OPTIONS is left to the application: what browsers ask before they call is its affair. */
const ELSEWHERE = 'OPTIONS';

/** Answers the methods that an address has not: 405 with `Allow`, before a body is read. Who calls was asked before. */
export function refuseOtherMethods(app: FastifyInstance, url: string, methods: readonly string[]): void {
  const allow = methods.join(', ');
  const refuse = async ({ method }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const message = `${method} is not allowed here; allowed: ${allow}.`;
    const body: OpenaiErrorBody = {
      error: { message, type: 'invalid_request_error', param: null, code: 'method_not_supported' },
    };
    return reply.code(405).header('allow', allow).type('application/json; charset=utf-8').send(body);
  };
  app.route({
    method: app.supportedMethods.filter((method) => method !== ELSEWHERE && !methods.includes(method)),
    url,
    exposeHeadRoute: false,
    config: { refusesMethod: true },
    onRequest: refuse,
    handler: refuse,
  });
}
