import { createErrorHandler, mountEndpoints } from '@parlance/http/kit';
import type { FastifyInstance } from 'fastify';
import { SECRET_ENDPOINTS, type SecretContext } from './endpoints/client-secrets.ts';
import { OPENAI_FAMILY, refusalBody } from './errors/error-family.ts';

export interface OpenaiRealtimeHttpOptions extends SecretContext {}

/** Of the WebSocket, which `@parlance/realtime` answers. */
const REALTIME_URL = '/v1/realtime';

/**
 * Fastify plugin with the addresses at which an app makes client secrets. Its error answers stay inside it; preflights of browsers are
 * the application's.
 */
export async function openaiRealtimeHttp(
  app: FastifyInstance,
  { service }: OpenaiRealtimeHttpOptions,
): Promise<void> {
  app.setErrorHandler(createErrorHandler(OPENAI_FAMILY));
  mountEndpoints(app, SECRET_ENDPOINTS, { service }, { leavesOptions: true });
  requireUpgrade(app, REALTIME_URL);
}

/** Upgrades never come here: whoever does asked for none, or a proxy kept it to itself. */
function requireUpgrade(app: FastifyInstance, url: string): void {
  app.get(url, { exposeHeadRoute: false, config: { refusesMethod: true } }, async (_request, reply) => {
    void reply.code(426).headers({ upgrade: 'websocket', connection: 'Upgrade' });
    return refusalBody('This address speaks WebSocket; the request asked for no upgrade.', null);
  });
}
