import { createErrorHandler, mountEndpoints } from '@parlance/http/kit';
import type { FastifyInstance } from 'fastify';
import { OPENAI_FAMILY, refusalBody } from '../errors/error-family.ts';
import { SECRET_ENDPOINTS, type SecretContext } from './secret-endpoints.ts';

/** Path of the WebSocket, which `@parlance/realtime` serves. */
const SOCKET_PATH = '/v1/realtime';

export interface OpenaiRealtimeHttpOptions extends SecretContext {}

/**
 * Fastify plugin with the endpoints at which an app creates client secrets. Its error handlers apply only inside it; the application handles
 * preflights of browsers.
 */
export async function openaiRealtimeHttp(
  app: FastifyInstance,
  { service }: OpenaiRealtimeHttpOptions,
): Promise<void> {
  app.setErrorHandler(createErrorHandler(OPENAI_FAMILY));
  mountEndpoints(app, SECRET_ENDPOINTS, { service }, { leavesOptions: true });
  // Upgrades never get here: either the client asked for none, or a proxy did not pass it on.
  const rules = { exposeHeadRoute: false, config: { refusesMethod: true as const } };
  app.get(SOCKET_PATH, rules, async (_request, reply) => {
    // Node uses our Connection header unchanged: without `close` it would keep a connection that the client wants to be closed.
    const connection = reply.raw.shouldKeepAlive ? 'Upgrade' : 'close, Upgrade';
    void reply.code(426).headers({ upgrade: 'websocket', connection });
    return refusalBody('This address speaks WebSocket; the request did not ask for an upgrade.', null);
  });
}
