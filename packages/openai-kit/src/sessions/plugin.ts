import { createErrorHandler, mountEndpoints } from '@parlance/http/kit';
import type { FastifyInstance } from 'fastify';
import { OPENAI_FAMILY, refusalBody } from '../errors/error-family.ts';
import { SECRET_ENDPOINTS, type SecretContext } from './secret-endpoints.ts';

/** Of the WebSocket, which `@parlance/realtime` answers. */
const SOCKET_PATH = '/v1/realtime';

export interface OpenaiRealtimeHttpOptions extends SecretContext {}

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
  // Upgrades never come here: whoever does asked for none, or a proxy kept it to itself.
  const rules = { exposeHeadRoute: false, config: { refusesMethod: true as const } };
  app.get(SOCKET_PATH, rules, async (_request, reply) => {
    void reply.code(426).headers({ upgrade: 'websocket', connection: 'Upgrade' });
    return refusalBody('This address speaks WebSocket; the request asked for no upgrade.', null);
  });
}
