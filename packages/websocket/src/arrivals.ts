import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';

/** Bytes of a header beyond a frame's content: mask, and the length where it is long. */
const HEADER_BYTES = { short: 6, medium: 8, long: 14 } as const;
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
  /** Of whole messages; those of control frames and of fragments are few beside {@link NOTABLE_BYTES}. */
  let wholeBytes = connection.bytesRead;
  const onMessage = ({ length }: Buffer): void => {
    wholeBytes += length + headerBytesOf(length);
  };
  const onControl = ({ length }: Buffer): void => onMessage({ length } as Buffer);
  const onData = (): void => {
    if (connection.bytesRead - wholeBytes > NOTABLE_BYTES) onPart();
  };
  socket.on('message', onMessage);
  socket.on('ping', onControl);
  socket.on('pong', onControl);
  // Behind the one of ws, which has told of every whole message by then.
  connection.on('data', onData);
  return {
    get bytes() {
      return connection.bytesRead;
    },
    stop() {
      socket.off('message', onMessage);
      socket.off('ping', onControl);
      socket.off('pong', onControl);
      connection.off('data', onData);
    },
  };
}

function headerBytesOf(length: number): number {
  if (length < 126) return HEADER_BYTES.short;
  return length < 65_536 ? HEADER_BYTES.medium : HEADER_BYTES.long;
}
