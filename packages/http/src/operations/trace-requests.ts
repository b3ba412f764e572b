import type { Span, Tracer } from '@parlance/core/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of this request; `null` if nothing is traced, and for probes. */
    span: Span | null;
  }
}

/** Gives each request a span, in which its work runs. The answer has it in `traceparent`. */
export function traceRequests(app: FastifyInstance, tracer: Tracer | undefined): void {
  if (!app.hasRequestDecorator('span')) app.decorateRequest('span', null);
  if (tracer === undefined) return;
  app.addHook('onRequest', (request, reply, done) => {
    const { url: route = 'none', config } = request.routeOptions;
    if (config.isProbe === true) return done();
    const span = tracer.start(`${request.method} ${route}`, {
      kind: 'server',
      parent: traceparentOf(request),
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'parlance.request_id': request.id,
      },
    });
    request.span = span;
    void reply.header('traceparent', span.traceparent);
    reply.raw.once('close', () => {
      const { writableFinished, statusCode } = reply.raw;
      span.set({ 'http.response.status_code': statusCode, 'parlance.client_left': !writableFinished });
      span.end(statusCode >= 500 ? (request.refusalCode ?? 'INTERNAL') : undefined);
    });
    span.run(done);
  });
  // The body arrived through events of the connection, which are not in the span.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span === null) done();
    else request.span.run(done);
  });
}

/** @returns the `traceparent` that a caller sent */
export function traceparentOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const { traceparent } = headers;
  return typeof traceparent === 'string' ? traceparent : undefined;
}
