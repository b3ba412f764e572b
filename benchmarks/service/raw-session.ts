import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { encodePcm16 } from '@parlance/core';
import type { Caller } from './caller.ts';

/** What a session begins with: one channel of 16 bits at that rate, interim results on. */
export function sessionConfigFrame(sampleRateHertz: number): Buffer {
  return textFrame({
    type: 'STREAMING_CONFIG',
    config: { sampleRateHertz, channel: 1, sampleSizeByte: 2, interimResults: true },
  });
}

/** @param samples mono in [-1, 1] */
export function audioFrame(samples: Float32Array): Buffer {
  const audioContent = Buffer.from(encodePcm16(samples)).toString('base64');
  return textFrame({ type: 'AUDIO_CHUNK', audioContent });
}

/** A client that writes the bytes of the protocol itself, so that it may stop reading or send half a message. */
export async function connectRaw({ url, headers }: Caller, signal?: AbortSignal): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => undefined);
  socket.write(
    [
      'GET /v1/stt/realtime HTTP/1.1',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ...['Host: x', 'Connection: Upgrade', 'Upgrade: websocket'],
      ...['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', '', ''],
    ].join('\r\n'),
  );
  try {
    await once(socket, 'data', { signal });
  } catch (error) {
    socket.destroy();
    throw error;
  }
  socket.resume();
  return socket;
}

/** A masked text frame, as clients send them; the mask is nought. */
export function textFrame(message: object): Buffer {
  const payload = Buffer.from(JSON.stringify(message));
  const length =
    payload.length < 126 ? [0x80 | payload.length] : [0x80 | 126, payload.length >> 8, payload.length & 255];
  return Buffer.concat([Buffer.from([0x81, ...length, 0, 0, 0, 0]), payload]);
}
