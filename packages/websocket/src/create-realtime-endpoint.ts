import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  closeCodeOf,
  type RecognitionSession,
  type SessionFault,
  SpeechError,
  sessionErrorMessage,
} from '@parlance/core';
import { type WebSocket, WebSocketServer } from 'ws';
import {
  clockOf,
  DEFAULT_MAX_SESSIONS,
  REALTIME_PATH,
  type RealtimeEndpointOptions,
  SOCKET_LIMITS,
} from './options.ts';
import { RealtimeSocket } from './realtime-socket.ts';
import { handshakeRefusal, NO_SUCH_ADDRESS, refuseUpgrade, type UpgradeRefusal } from './refuse-upgrade.ts';
import { targetOf } from './request.ts';
import { requestIdOf } from './request-id.ts';
import { serveConnection } from './serve-connection.ts';
import { takeUpgrades } from './take-upgrades.ts';

/** Streaming recognition over WebSocket at `/v1/stt/realtime`, on any server of Node. */
export interface RealtimeEndpoint {
  /**
   * Answers the server's upgrade requests from now on. Those to other paths get 404, unless somebody else listens for upgrades
   * too: then they are left to that listener, which has to end what it does not take.
   */
  attach(server: Server): void;
  /** Sessions in progress. */
  readonly sessions: number;
  /** Refuses new sessions, lets live ones end; after `timeoutMs` the rest is told PROVIDER_UNAVAILABLE and cut. */
  drain(timeoutMs: number): Promise<void>;
  /** Ends every session at once. Safe to call twice. */
  close(): Promise<void>;
}

/**
 * Makes the endpoint. It must be ended before its server is closed: Node waits for upgraded connections.
 *
 * @example
 * const endpoint = createRealtimeEndpoint({ service: speech.service });
 * endpoint.attach(server);
 */
export function createRealtimeEndpoint(options: RealtimeEndpointOptions): RealtimeEndpoint {
  const { logger, maxSessions = DEFAULT_MAX_SESSIONS } = options;
  const clock = clockOf(options);
  const sockets = new WebSocketServer({ noServer: true, WebSocket: RealtimeSocket, ...SOCKET_LIMITS });
  const live = new Map<RecognitionSession, WebSocket>();
  const detachments: (() => void)[] = [];
  let isDraining = false;
  let onIdle: (() => void) | undefined;

  const reasonToRefuse = (): string | undefined => {
    if (isDraining) return 'The server is shutting down. Open a new session in a moment.';
    return live.size >= maxSessions ? `The server's limit of ${maxSessions} sessions is reached.` : undefined;
  };

  const accept = (socket: WebSocket, request: IncomingMessage): void => {
    const reason = reasonToRefuse();
    if (reason !== undefined) {
      refuse(socket, reason);
      return;
    }
    const session = serveConnection(options, socket, request);
    live.set(session, socket);
    void session.ended.then(() => {
      live.delete(session);
      if (live.size === 0) onIdle?.();
    });
  };

  const turnAway = (request: IncomingMessage, stream: Duplex, refusal: UpgradeRefusal): void =>
    refuseUpgrade(request, stream, { refusal, logger });
  sockets.on('headers', (headers, request) => headers.push(`X-Request-Id: ${requestIdOf(request)}`));
  sockets.on('wsClientError', (fault, stream, request) =>
    turnAway(request, stream, handshakeRefusal(request, fault)),
  );

  const onUpgrade = (
    request: IncomingMessage,
    stream: Duplex,
    head: Buffer,
    isOnlyListener: boolean,
  ): void => {
    // Node listens no more, and an error without a listener would end the process: also where nobody takes the request.
    stream.on('error', () => undefined);
    if (targetOf(request).path === REALTIME_PATH) sockets.handleUpgrade(request, stream, head, accept);
    else if (isOnlyListener) turnAway(request, stream, NO_SUCH_ADDRESS);
  };

  const idleWithin = async (timeoutMs: number): Promise<void> => {
    if (live.size === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = clock.after(timeoutMs, resolve);
    onIdle = resolve;
    await promise;
    cancel();
  };

  const close = async (): Promise<void> => {
    isDraining = true;
    const rest = [...live.keys()];
    for (const session of rest)
      session.stop(new SpeechError('SHUTTING_DOWN', 'The server is shutting down.'));
    await Promise.all(rest.map((session) => session.ended));
    await closeSockets(sockets);
    for (const detach of detachments.splice(0)) detach();
  };

  return {
    attach(server) {
      detachments.push(takeUpgrades(server, onUpgrade));
    },
    get sessions() {
      return live.size;
    },
    async drain(timeoutMs) {
      isDraining = true;
      await idleWithin(timeoutMs);
      await close();
    },
    close,
  };
}

/** The same words and codes as a session's own refusal, without one. */
function refuse(socket: WebSocket, message: string): void {
  const fault: SessionFault = { code: 'STT_MAX_CCR_REACHED', message };
  socket.on('error', () => undefined);
  socket.send(JSON.stringify(sessionErrorMessage(fault, 'AUTHENTICATING')));
  socket.close(closeCodeOf(fault.code));
}

/** Waits for the closes to be answered, which the timeout of ws bounds, so that the last messages arrive. */
async function closeSockets(sockets: WebSocketServer): Promise<void> {
  const open = [...sockets.clients].filter((socket) => socket.readyState !== socket.CLOSED);
  await Promise.all(
    open.map((socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()))),
  );
}
