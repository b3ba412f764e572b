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
  if (timeoutMs > 0) await idleWithin(Promise.allSettled([live.whenIdle(), others]), timeoutMs);
  const closed = app.close();
  app.server.closeAllConnections();
  await closed;
}

async function idleWithin(idle: Promise<unknown>, timeoutMs: number): Promise<void> {
  const { promise: timeUp, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, timeoutMs);
  await Promise.race([idle, timeUp]);
  clearTimeout(timer);
}
