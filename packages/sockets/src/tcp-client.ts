import type { Socket } from 'node:net';
import type { Clock } from '@parlance/core/platform';

/** The client's end of a TCP connection, as its protocol sees it. */
export interface TcpClient {
  /** Whether what is written may still be sent. */
  readonly isOpen: boolean;
  /** Resolves when the client keeps up, or is gone. */
  write(bytes: Uint8Array): Promise<void>;
  /** Stop reading. */
  pause(): void;
  resume(): void;
  /** Ends the connection once all was sent. What still comes in is dropped. */
  close(): void;
  /** Ends it at once. */
  cut(): void;
}

/** A client that takes nothing of what is written for it for so long is cut. */
const WRITE_TIMEOUT_MS = 30_000;

/**
 * @param giveUpAboveBytes unsent bytes above which the client is cut: it reads nothing
 * @param onWrite told of each write
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
      if (socket.write(bytes)) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const cancel = cutLater();
      socket.once('drain', resolve).once('close', resolve);
      await promise;
      cancel();
      socket.off('drain', resolve).off('close', resolve);
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    close() {
      if (!this.isOpen) return;
      // Read on: closing with unread bytes would throw away what the client has not read yet.
      socket.resume();
      socket.end();
      socket.once('close', cutLater());
    },
    cut: () => socket.destroy(),
  };
}
