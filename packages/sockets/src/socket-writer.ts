import { SESSION_CLOSE_CODES } from '@parlance/core/session';
import type { WebSocket } from 'ws';
import { DROP_ABOVE_BYTES, GIVE_UP_ABOVE_BYTES, type SocketConnection } from './options.ts';

export interface SocketWriter extends Omit<SocketConnection, 'request'> {
  readonly droppedMessages: number;
}

/**
 * Writes to a socket. A client that reads too slowly first loses droppable messages, then the connection; no other messages are
 * dropped.
 *
 * @param onGivenUp called when the connection was closed because the client reads too slowly
 */
export function createSocketWriter(socket: WebSocket, onGivenUp: () => void): SocketWriter {
  let droppedMessages = 0;
  const close = (code: number, reason?: string): void => {
    if (socket.readyState !== socket.OPEN) return;
    // While it is paused, the socket would not read the client's answer to the close.
    socket.resume();
    socket.close(code, reason);
  };
  return {
    get droppedMessages() {
      return droppedMessages;
    },
    send(message, { isDroppable = false } = {}) {
      if (socket.readyState !== socket.OPEN) return;
      if (isDroppable && socket.bufferedAmount > DROP_ABOVE_BYTES) {
        droppedMessages++;
        return;
      }
      socket.send(JSON.stringify(message));
      if (socket.bufferedAmount <= GIVE_UP_ABOVE_BYTES) return;
      close(SESSION_CLOSE_CODES.tryAgainLater);
      onGivenUp();
    },
    sendBytes: (bytes) =>
      new Promise((resolve) => {
        if (socket.readyState === socket.OPEN) socket.send(bytes, () => resolve());
        else resolve();
      }),
    close,
    pause: () => socket.pause(),
    resume: () => socket.resume(),
  };
}
