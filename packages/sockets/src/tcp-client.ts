import type { Socket } from 'node:net';
import type { Clock } from '@parlance/core/platform';

/** A TCP connection to a client, for its protocol. */
export interface TcpClient {
  /** Whether written data may still be sent. */
  readonly isOpen: boolean;
  /** Resolves when the client is ready for more, or has left. */
  write(bytes: Uint8Array): Promise<void>;
  /** Stops reading. */
  pause(): void;
  resume(): void;
  /** Closes the connection after all data has been sent. Further input is discarded. */
  close(): void;
  /** Closes it at once. */
  cut(): void;
}

/** A client that accepts no data for so many milliseconds is disconnected. */
const WRITE_TIMEOUT_MS = 30_000;

/**
 * @param giveUpAboveBytes unsent bytes above which the client is disconnected, because it does not read
 * @param onWrite called for each write
 */
export function createTcpClient(
  socket: Socket,
  {
    clock,
    giveUpAboveBytes,
    onWrite,
  }: {
    readonly clock: Pick<Clock, 'after'>;
    readonly giveUpAboveBytes: number;
    readonly onWrite: () => void;
  },
): TcpClient {
  const cutLater = (): (() => void) => clock.after(WRITE_TIMEOUT_MS, () => socket.destroy());
  let draining: Promise<void> | undefined;
  /** One for all writes that wait, since each would have listeners of its own on the socket. */
  const drained = (): Promise<void> => {
    draining ??= new Promise((resolve) => {
      const cancel = cutLater();
      const end = (): void => {
        cancel();
        socket.off('drain', end).off('close', end);
        draining = undefined;
        resolve();
      };
      socket.once('drain', end).once('close', end);
    });
    return draining;
  };
  return {
    get isOpen() {
      return !socket.writableEnded && !socket.destroyed;
    },
    async write(bytes) {
      if (!this.isOpen) return;
      if (socket.writableLength > giveUpAboveBytes) {
        socket.destroy();
        return;
      }
      onWrite();
      if (!socket.write(bytes)) await drained();
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    close() {
      if (!this.isOpen) return;
      // Continue to read: closing with unread bytes would discard data that the client has not read yet.
      socket.resume();
      socket.end();
      socket.once('close', cutLater());
    },
    cut: () => socket.destroy(),
  };
}
