import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';

/** Larger than any message except audio: shorter incomplete messages are not reported. */
const NOTABLE_BYTES = 1024;

/** The bytes that arrive on a connection, including those of incomplete messages. */
export interface Arrivals {
  /** The number of bytes read so far. */
  readonly bytes: number;
  stop(): void;
}

/**
 * Counts the bytes of a connection.
 *
 * @param onPart called when more bytes of an incomplete message have arrived that is longer than any message except audio
 */
export function watchArrivals(socket: WebSocket, request: IncomingMessage, onPart: () => void): Arrivals {
  const connection = request.socket;
  /** Bytes read when the last message was complete, which may include the beginning of the next. */
  let bytesAtWhole = connection.bytesRead;
  let hasWhole = false;
  const onWhole = (): void => {
    hasWhole = true;
  };
  // After the listener of ws, which has emitted every complete message by then.
  const onData = (): void => {
    if (hasWhole) bytesAtWhole = connection.bytesRead;
    else if (connection.bytesRead - bytesAtWhole > NOTABLE_BYTES) onPart();
    hasWhole = false;
  };
  const kinds = ['message', 'ping', 'pong'] as const;
  for (const kind of kinds) socket.on(kind, onWhole);
  connection.on('data', onData);
  return {
    get bytes() {
      return connection.bytesRead;
    },
    stop() {
      for (const kind of kinds) socket.off(kind, onWhole);
      connection.off('data', onData);
    },
  };
}
