import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';

/** More than any message but audio has: one that is all but whole is not worth a word. */
const NOTABLE_BYTES = 1024;

/** What comes in on a connection, also while it makes no message yet. */
export interface Arrivals {
  /** Grows with every byte that was read. */
  readonly bytes: number;
  stop(): void;
}

/**
 * Follows the bytes of a connection.
 *
 * @param onPart told when more of a message came that is not whole yet, and is longer than any but audio
 */
export function watchArrivals(socket: WebSocket, request: IncomingMessage, onPart: () => void): Arrivals {
  const connection = request.socket;
  /** Read by the time a message was whole, for the last time; with it perhaps the beginning of the next. */
  let bytesAtWhole = connection.bytesRead;
  let hasWhole = false;
  const onWhole = (): void => {
    hasWhole = true;
  };
  // Behind the listener of ws, which has told of every whole message by then.
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
