import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { TOKEN } from './realtime-server.ts';

/** A client that writes the bytes of the protocol itself, as slowly as it likes. */
export interface RawWebSocket {
  readonly socket: Socket;
  /** All that came after the handshake, as Latin-1: texts can be searched in it. */
  received(): string;
  /** Resolves when the server has ended the connection. */
  readonly closed: Promise<unknown>;
}

/** Opens a connection and does the handshake. */
export async function connectRaw(port: number): Promise<RawWebSocket> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  socket.write(
    [
      `GET /v1/stt/realtime?token=${TOKEN}&appId=app-1 HTTP/1.1`,
      ...['Host: x', 'Connection: Upgrade', 'Upgrade: websocket'],
      ...['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', '', ''],
    ].join('\r\n'),
  );
  const closed = once(socket, 'close');
  await once(socket, 'data');
  let text = '';
  socket.setEncoding('latin1');
  socket.on('data', (piece: string) => {
    text += piece;
  });
  return { socket, closed, received: () => text };
}

/** A masked text frame, as clients send them; the mask is nought. */
export function textFrame(message: object): Buffer {
  const payload = Buffer.from(JSON.stringify(message));
  const length =
    payload.length < 126 ? [0x80 | payload.length] : [0x80 | 126, payload.length >> 8, payload.length & 255];
  return Buffer.concat([Buffer.from([0x81, ...length, 0, 0, 0, 0]), payload]);
}

/** The same in so many frames. */
export function fragments(message: object, count: number): readonly Buffer[] {
  const payload = Buffer.from(JSON.stringify(message));
  const size = Math.ceil(payload.length / count);
  return Array.from({ length: count }, (_, at) => {
    const part = payload.subarray(at * size, (at + 1) * size);
    const isLast = at === count - 1;
    return Buffer.concat([
      Buffer.from([(isLast ? 0x80 : 0) | (at === 0 ? 1 : 0), 0x80 | part.length, 0, 0, 0, 0]),
      part,
    ]);
  });
}
