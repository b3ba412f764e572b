import {
  badRequest,
  parseStreamMessage,
  type StreamErrorCode,
  type StreamFault,
  streamCloseCodeOf,
  streamErrorMessage,
} from '@parlance/core/speech-stream';
import {
  createSocketEndpoint,
  SOCKET_LIMITS,
  type SocketConnection,
  type SocketEndpoint,
  type SocketHandler,
} from '@parlance/sockets';
import { SPEECH_STREAM_PATH, type SpeechStreamEndpointOptions } from './options.ts';
import { credentialsOf } from './request.ts';

/**
 * Speech streams over WebSocket at `/v1/tts/stream`, on any Node server, for text that is still being written. It must be ended
 * before its server is closed, because Node waits for upgraded connections.
 *
 * @example
 * const endpoint = createSpeechStreamEndpoint({ service: speech.service });
 * endpoint.attach(server);
 */
export function createSpeechStreamEndpoint({
  service,
  maxStreams,
  ...options
}: SpeechStreamEndpointOptions): SocketEndpoint {
  return createSocketEndpoint({
    ...options,
    maxSessions: maxStreams,
    path: SPEECH_STREAM_PATH,
    subject: 'speech stream',
    open: (connection) => openOn(connection, service),
    refuse: refuseStream,
  });
}

/** The stream decides everything; messages are only parsed and written here. */
function openOn(
  connection: SocketConnection,
  service: SpeechStreamEndpointOptions['service'],
): SocketHandler {
  let errorCode: string | undefined;
  const session = service.openSpeechStream(credentialsOf(connection.request), {
    send(message) {
      if (message.type === 'ERROR') errorCode = message.code;
      connection.send(message);
    },
    sendAudio: (bytes) => connection.sendBytes(bytes),
    close: (code) => connection.close(code),
  });
  return {
    session,
    get errorCode() {
      return errorCode;
    },
    receive(content, isBinary) {
      session.receive(
        isBinary
          ? badRequest('A binary frame came; text is sent in TEXT messages.')
          : parseStreamMessage(content.toString()),
      );
    },
    refuseOversize: () =>
      session.receive(badRequest(`A message has more than ${SOCKET_LIMITS.maxPayload} bytes.`)),
  };
}

/** Refuses with the same texts and codes as a stream, without opening one. */
function refuseStream(connection: SocketConnection, message: string): void {
  const fault: StreamFault = { code: 'QUEUE_FULL' satisfies StreamErrorCode, message };
  connection.send(streamErrorMessage(fault, 'AUTHENTICATING'));
  connection.close(streamCloseCodeOf(fault.code));
}
