import { SESSION_CLOSE_CODES, type ServerMessage, type SessionOutlet } from '@parlance/core';
import type { WebSocket } from 'ws';
import { DROP_INTERIMS_ABOVE_BYTES, GIVE_UP_ABOVE_BYTES } from './options.ts';

/** What was told to the client, for the log. */
export interface OutletReport {
  droppedInterims: number;
  errorCode: string | undefined;
  closeCode: number | undefined;
}

export interface SocketOutlet extends SessionOutlet {
  readonly report: OutletReport;
}

/**
 * Writes a session's messages to its socket. A client that reads too slowly first loses interims, then the connection; a
 * final, STREAM_END or ERROR is never dropped while it stands.
 *
 * @param onGivenUp told when the client reads so slowly that the connection was closed
 */
export function createSocketOutlet(socket: WebSocket, onGivenUp: () => void): SocketOutlet {
  const report: OutletReport = { droppedInterims: 0, errorCode: undefined, closeCode: undefined };
  const close = (code: number): void => {
    report.closeCode = code;
    // A paused socket would never read the client's answer to the close.
    socket.resume();
    socket.close(code);
  };
  const isDroppable = ({ type }: ServerMessage): boolean =>
    type === 'INTERIM_RESULT' && socket.bufferedAmount > DROP_INTERIMS_ABOVE_BYTES;
  return {
    report,
    send(message) {
      if (socket.readyState !== socket.OPEN) return;
      if (isDroppable(message)) {
        report.droppedInterims++;
        return;
      }
      if (message.type === 'ERROR') report.errorCode = message.code;
      socket.send(JSON.stringify(message));
      if (socket.bufferedAmount <= GIVE_UP_ABOVE_BYTES) return;
      close(SESSION_CLOSE_CODES.tryAgainLater);
      onGivenUp();
    },
    close(code) {
      if (socket.readyState === socket.OPEN) close(code);
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
  };
}
