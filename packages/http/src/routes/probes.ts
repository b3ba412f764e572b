import type { FastifyInstance } from 'fastify';
import { type RouteContext, refuseOtherMethods } from './endpoint.ts';

const HEALTH_URL = '/healthz';
const READY_URL = '/readyz';
const METRICS_URL = '/metrics';

/** What machines ask: is the process alive, may it get work, what has it done. */
export function probeRoutes(app: FastifyInstance, { service, metrics, live }: RouteContext): void {
  const config = { isProbe: true } as const;
  app.get(HEALTH_URL, { config }, async () => ({ status: 'ok' }));
  app.get(READY_URL, { config }, async (_request, reply) => {
    const { isReady, problems } = live.isDraining
      ? { isReady: false, problems: ['The server is shutting down.'] }
      : await service.readiness();
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready', problems });
  });
  app.get(METRICS_URL, { config }, async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
  for (const url of [HEALTH_URL, READY_URL, METRICS_URL]) refuseOtherMethods(app, url, ['GET']);
}
