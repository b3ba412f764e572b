import { WebSocket } from 'ws';

/** The close code of ws for a message larger than `maxPayload`, even if it has not arrived completely. */
const MESSAGE_TOO_LARGE = 1009;

/**
 * A server's socket that emits `oversize` before it closes because a message is too large: ws reports the error only after
 * sending its close frame, but protocols send an error before each close.
 */
export class AnnouncingSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    if (code === MESSAGE_TOO_LARGE && this.readyState === this.OPEN) this.emit('oversize');
    super.close(code, reason);
  }
}
