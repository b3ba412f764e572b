import type { IncomingMessage, Server } from 'node:http';
import { SpeechError } from '@parlance/core/errors';
import { systemClock } from '@parlance/core/platform';
import { type WebSocket, WebSocketServer } from 'ws';
import { AnnouncingSocket } from './announcing-socket.ts';
import {
  DEFAULT_MAX_SESSIONS,
  SOCKET_LIMITS,
  type SocketEndpointOptions,
  type SocketHandler,
} from './options.ts';
import { handshakeRefusal, refuseUpgrade } from './refuse-upgrade.ts';
import { requestIdOf } from './request-id.ts';
import { serveSocket } from './serve-socket.ts';
import { createSocketWriter } from './socket-writer.ts';
import { takeUpgrades } from './take-upgrades.ts';

/** A WebSocket endpoint on any Node server. */
export interface SocketEndpoint {
  /**
   * From now on, answers the server's upgrade requests to its path. Requests to paths without an endpoint get 404, unless there are
   * other listeners for upgrades: then they are left to these, which have to close the connections that they do not handle.
   */
  attach(server: Server): void;
  /** The number of open sessions. */
  readonly sessions: number;
  /** Refuses new sessions and waits for open ones; after `timeoutMs` the rest get PROVIDER_UNAVAILABLE and are closed. */
  drain(timeoutMs: number): Promise<void>;
  /** Ends every session at once. Safe to call twice. */
  close(): Promise<void>;
}

/** Creates an endpoint for a protocol. It must be closed before its server, since Node waits for upgraded connections. */
export function createSocketEndpoint(options: SocketEndpointOptions): SocketEndpoint {
  const { path, logger, chooseProtocol, maxSessions = DEFAULT_MAX_SESSIONS, clock = systemClock } = options;
  const sockets = new WebSocketServer({
    noServer: true,
    WebSocket: AnnouncingSocket,
    handleProtocols: (offered) => chooseProtocol?.(offered) ?? false,
    ...SOCKET_LIMITS,
  });
  const live = new Set<SocketHandler['session']>();
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
      socket.on('error', () => undefined);
      options.refuse({ request, ...createSocketWriter(socket, () => undefined) }, reason);
      return;
    }
    const session = serveSocket(options, socket, request);
    live.add(session);
    void session.ended.then(() => {
      live.delete(session);
      if (live.size === 0) onIdle?.();
    });
  };

  sockets.on('headers', (headers, request) => headers.push(`X-Request-Id: ${requestIdOf(request)}`));
  sockets.on('wsClientError', (fault, stream, request) =>
    refuseUpgrade(request, stream, { refusal: handshakeRefusal(request, fault), logger }),
  );

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
    const rest = [...live];
    for (const session of rest)
      session.stop(new SpeechError('SHUTTING_DOWN', 'The server is shutting down.'));
    await Promise.all(rest.map((session) => session.ended));
    await closeSockets(sockets);
    for (const detach of detachments.splice(0)) detach();
  };

  return {
    attach(server) {
      const take = (...upgrade: Parameters<Parameters<typeof takeUpgrades>[1]['take']>): void =>
        sockets.handleUpgrade(...upgrade, accept);
      detachments.push(takeUpgrades(server, { path, logger, take }));
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

/** Waits for the answers to the closes, limited by ws's timeout, so that the last messages arrive. */
async function closeSockets(sockets: WebSocketServer): Promise<void> {
  const open = [...sockets.clients].filter((socket) => socket.readyState !== socket.CLOSED);
  await Promise.all(
    open.map((socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()))),
  );
}
