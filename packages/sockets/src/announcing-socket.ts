import { WebSocket } from 'ws';

/** What ws closes with when a message is larger than `maxPayload`, however much of it has come. */
const MESSAGE_TOO_LARGE = 1009;

/**
 * A server's socket that emits `oversize` before it closes on a message too large to be read: ws tells of the error only once
 * its close frame is on the way, and protocols send an error before each close.
 */
export class AnnouncingSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    if (code === MESSAGE_TOO_LARGE && this.readyState === this.OPEN) this.emit('oversize');
    super.close(code, reason);
  }
}
