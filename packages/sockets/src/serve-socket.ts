import type { IncomingMessage } from 'node:http';
import { type Span, systemClock, traceIdOf } from '@parlance/core/platform';
import type { WebSocket } from 'ws';
import { watchArrivals } from './arrivals.ts';
import { keepAlive } from './heartbeat.ts';
import type { SocketEndpointOptions, SocketHandler } from './options.ts';
import { requestIdOf } from './request-id.ts';
import { createSocketWriter } from './socket-writer.ts';

/** Connects a socket to the session that its protocol opens on it. */
export function serveSocket(
  options: SocketEndpointOptions,
  socket: WebSocket,
  request: IncomingMessage,
): SocketHandler['session'] {
  const { clock = systemClock } = options;
  const startMs = clock.monotonicMs();
  const requestId = requestIdOf(request);
  // Called after the message was written, since the session must not be re-entered from within its own step.
  const writer = createSocketWriter(socket, () => queueMicrotask(() => session.leave()));
  const { send, sendBytes, close, pause, resume } = writer;
  const span = startSpan(options, request, requestId);
  const inSpan = <Result>(work: () => Result): Result => (span === undefined ? work() : span.run(work));
  const handler = inSpan(() => options.open({ request, send, sendBytes, close, pause, resume }));
  const { session } = handler;
  const arrivals = watchArrivals(socket, request, () => session.arriving());
  const endHeartbeat = keepAlive(socket, arrivals, clock);
  socket.on('message', (content: Buffer, isBinary) => {
    // Messages that arrive after our close are ignored.
    if (socket.readyState === socket.OPEN) inSpan(() => handler.receive(content, isBinary));
  });
  socket.on('oversize', () => handler.refuseOversize());
  // For a frame that violates the protocol, ws closes with its code, and 'close' follows.
  socket.on('error', () => undefined);
  socket.on('close', (closeCode) => {
    endHeartbeat();
    arrivals.stop();
    session.leave();
    const { sessionId } = session;
    const { errorCode } = handler;
    const durationMs = Math.round(clock.monotonicMs() - startMs);
    const droppedInterims = writer.droppedMessages;
    const facts = {
      requestId,
      path: options.path,
      sessionId,
      closeCode,
      errorCode,
      durationMs,
      droppedInterims,
      traceId: traceIdOf(span?.traceparent ?? headerOf(request)),
    };
    span?.set({ 'parlance.session_id': sessionId, 'parlance.close_code': closeCode });
    span?.end(errorCode);
    options.logger?.info(facts, `${options.subject ?? 'recognition session'} ended`);
  });
  return session;
}

function startSpan(
  { tracer, path }: SocketEndpointOptions,
  request: IncomingMessage,
  requestId: string,
): Span | undefined {
  return tracer?.start(`WS ${path}`, {
    kind: 'server',
    parent: headerOf(request),
    attributes: { 'http.route': path, 'parlance.request_id': requestId },
  });
}

function headerOf({ headers }: IncomingMessage): string | undefined {
  const { traceparent } = headers;
  return typeof traceparent === 'string' ? traceparent : undefined;
}
