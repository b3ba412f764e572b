import { LIMITS } from '@parlance/core/limits';
import {
  closeCodeOf,
  malformed,
  parseAudioFrame,
  parseClientMessage,
  type SessionErrorCode,
  type SessionFault,
  sessionErrorMessage,
} from '@parlance/core/session';
import {
  createSocketEndpoint,
  SOCKET_LIMITS,
  type SocketConnection,
  type SocketEndpoint,
  type SocketHandler,
} from '@parlance/sockets';
import { REALTIME_PATH, type RealtimeEndpointOptions } from './options.ts';
import { credentialsOf } from './request.ts';

export type RealtimeEndpoint = SocketEndpoint;

const OVERSIZE =
  `A message has more than ${SOCKET_LIMITS.maxPayload} bytes; ` +
  `audioContent may have ${LIMITS.session.maxChunkBytes} once decoded.`;

/**
 * Streaming recognition over WebSocket at `/v1/stt/realtime`, on any Node server. It must be ended before its server is closed,
 * because Node waits for upgraded connections.
 *
 * @example
 * const endpoint = createRealtimeEndpoint({ service: speech.service });
 * endpoint.attach(server);
 */
export function createRealtimeEndpoint({ service, ...options }: RealtimeEndpointOptions): RealtimeEndpoint {
  return createSocketEndpoint({
    ...options,
    path: REALTIME_PATH,
    open: (connection) => openOn(connection, service),
    refuse: refuseSession,
  });
}

/** The session decides everything; messages are only parsed and written here. */
function openOn(connection: SocketConnection, service: RealtimeEndpointOptions['service']): SocketHandler {
  let errorCode: SessionErrorCode | undefined;
  const session = service.openSession(credentialsOf(connection.request), {
    send(message) {
      if (message.type === 'ERROR') errorCode = message.code;
      connection.send(message, { isDroppable: message.type === 'INTERIM_RESULT' });
    },
    close: (code) => connection.close(code),
    pause: () => connection.pause(),
    resume: () => connection.resume(),
  });
  return {
    session,
    get errorCode() {
      return errorCode;
    },
    receive(content, isBinary) {
      session.receive(isBinary ? parseAudioFrame(content) : parseClientMessage(content.toString()));
    },
    refuseOversize: () => session.receive(malformed(OVERSIZE)),
  };
}

/** Refuses with the same texts and codes as a session, without opening one. */
function refuseSession(connection: SocketConnection, message: string): void {
  const fault: SessionFault = { code: 'STT_MAX_CCR_REACHED', message };
  connection.send(sessionErrorMessage(fault, 'AUTHENTICATING'));
  connection.close(closeCodeOf(fault.code));
}
