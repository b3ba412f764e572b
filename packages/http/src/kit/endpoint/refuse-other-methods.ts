import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contentTypeOf, createErrorHandler, type ErrorFamily } from '../errors/error-family.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Only says which methods the address has. */
    refusesMethod?: true;
  }
}

export interface MethodsOfAddress {
  readonly url: string;
  /** Those that are answered; with GET comes HEAD. */
  readonly methods: readonly string[];
  readonly errors: Omit<ErrorFamily, 'schema' | 'nameOf'>;
  /** Whether OPTIONS is the application's to answer, as where it lets other origins in by itself. */
  readonly leavesOptions?: boolean;
}

/** In which they are told, whatever order they are mounted in. */
const ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'];

/**
 * Answers every method that an address does not have: 405 with `Allow`, OPTIONS with `Allow` alone. Decided before a body is read,
 * and whoever asks.
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
    // Before the body is parsed: a wrong method is that, whatever it carries.
    onRequest: refuse,
    handler: refuse,
    exposeHeadRoute: false,
  });
}
