import { systemClock, within } from '@parlance/core/platform';
import type { FastifyInstance } from 'fastify';
import type { LiveRequests } from '../operations/live-requests.ts';

/** See {@link SpeechServer.drain}. The port stays open while live requests end, so that new ones get an answer. */
export async function drainServer(
  app: FastifyInstance,
  live: LiveRequests,
  timeoutMs: number,
  others?: Promise<unknown>,
): Promise<void> {
  live.startDrain();
  app.server.closeIdleConnections();
  if (timeoutMs > 0) await within(systemClock, timeoutMs, Promise.allSettled([live.whenIdle(), others]));
  const closed = app.close();
  app.server.closeAllConnections();
  await closed;
}
