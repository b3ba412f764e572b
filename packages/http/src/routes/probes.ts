import { parseInput } from '@parlance/core/input';
import { SERVICE_CAPABILITIES } from '@parlance/core/service';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type RouteContext, refuseOtherMethods } from './endpoint.ts';

const HEALTH_URL = '/healthz';
const READY_URL = '/readyz';
const METRICS_URL = '/metrics';

export const readinessQuery = z.object({
  capability: z.enum(SERVICE_CAPABILITIES, `must be one of ${SERVICE_CAPABILITIES.join(', ')}`).optional(),
});

/** What machines ask: is the process alive, may it get work, what has it done. */
export function probeRoutes(app: FastifyInstance, { service, metrics, live }: RouteContext): void {
  const config = { isProbe: true } as const;
  app.get(HEALTH_URL, { config }, async () => ({ status: 'ok' }));
  app.get(READY_URL, { config }, async (request, reply) => {
    const { capability } = parseInput(readinessQuery, request.query);
    const { isReady, problems } = live.isLeaving
      ? { isReady: false, problems: ['The server is shutting down.'] }
      : await service.readiness(capability);
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready', problems });
  });
  app.get(METRICS_URL, { config }, async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
  for (const url of [HEALTH_URL, READY_URL, METRICS_URL]) refuseOtherMethods(app, url, ['GET']);
}
