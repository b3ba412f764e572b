import type { IncomingMessage } from 'node:http';
import {
  LIMITS,
  malformed,
  parseAudioFrame,
  parseClientMessage,
  type RecognitionSession,
} from '@parlance/core';
import type { WebSocket } from 'ws';
import { watchArrivals } from './arrivals.ts';
import { keepAlive } from './heartbeat.ts';
import { clockOf, type RealtimeEndpointOptions, SOCKET_LIMITS } from './options.ts';
import { credentialsOf } from './request.ts';
import { requestIdOf } from './request-id.ts';
import { createSocketOutlet } from './socket-outlet.ts';

const OVERSIZE =
  `A message has more than ${SOCKET_LIMITS.maxPayload} bytes; ` +
  `audioContent may have ${LIMITS.session.maxChunkBytes} once decoded.`;

/** Ties one socket to one session: parses what comes, writes what goes. */
export function serveConnection(
  options: RealtimeEndpointOptions,
  socket: WebSocket,
  request: IncomingMessage,
): RecognitionSession {
  const clock = clockOf(options);
  const startMs = clock.monotonicMs();
  const requestId = requestIdOf(request);
  // Told after the message was written: the session must not be entered again from inside its own step.
  const outlet = createSocketOutlet(socket, () => queueMicrotask(() => session.leave()));
  const session = options.service.openSession(credentialsOf(request), outlet);
  const arrivals = watchArrivals(socket, request, () => session.arriving());
  const endHeartbeat = keepAlive(socket, arrivals, clock);
  socket.on('message', (content: Buffer, isBinary) => {
    // The last word was said: what still comes in before the client answers the close is not looked at.
    if (socket.readyState !== socket.OPEN) return;
    session.receive(isBinary ? parseAudioFrame(content) : parseClientMessage(content.toString()));
  });
  socket.on('oversize', () => session.receive(malformed(OVERSIZE)));
  // A frame that breaks the protocol: ws closes with its code, 'close' follows.
  socket.on('error', () => undefined);
  socket.on('close', (closeCode) => {
    endHeartbeat();
    arrivals.stop();
    session.leave();
    const { droppedInterims, errorCode } = outlet.report;
    const durationMs = Math.round(clock.monotonicMs() - startMs);
    const { sessionId } = session;
    const facts = { requestId, sessionId, closeCode, errorCode, durationMs, droppedInterims };
    options.logger?.info(facts, 'recognition session ended');
  });
  return session;
}
