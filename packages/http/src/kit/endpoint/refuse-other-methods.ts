import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contentTypeOf, createErrorHandler, type ErrorFamily } from '../errors/error-family.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route that only answers which methods the address has. */
    refusesMethod?: true;
  }
}

export interface MethodsOfAddress {
  readonly url: string;
  /** The supported methods; GET includes HEAD. */
  readonly methods: readonly string[];
  readonly errors: Omit<ErrorFamily, 'schema' | 'nameOf'>;
  /** Whether the application answers OPTIONS, for example because it handles CORS itself. */
  readonly leavesOptions?: boolean;
}

/** The order in `Allow`, whatever the order of mounting. */
const ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'];

/**
 * Answers every method that an address does not have: 405 with `Allow`, OPTIONS with only `Allow`, before a body is read
 * and without checking credentials.
 */
export function refuseOtherMethods(
  app: FastifyInstance,
  { url, methods, errors, leavesOptions = false }: MethodsOfAddress,
): void {
  const answered = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
  const named = ORDER.filter((method) => answered.includes(method));
  const allowed = leavesOptions ? named : [...named, 'OPTIONS'];
  const allow = allowed.join(', ');
  const refuse = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    void reply.header('allow', allow);
    if (request.method === 'OPTIONS') return reply.code(204).send();
    const message = `${request.method} is not allowed here; allowed: ${allow}.`;
    return reply.code(405).type(contentTypeOf(errors)).send(errors.refusal('METHOD_NOT_ALLOWED', message));
  };
  app.route({
    method: app.supportedMethods.filter((method) =>
      method === 'OPTIONS' ? !leavesOptions : !allowed.includes(method),
    ),
    url,
    config: { refusesMethod: true },
    errorHandler: createErrorHandler(errors),
    // Before the body is parsed, since a wrong method is refused whatever its body is.
    onRequest: refuse,
    handler: refuse,
    exposeHeadRoute: false,
  });
}
