import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { encodePcm16 } from '@parlance/core/audio';
import { SpeechError } from '@parlance/core/errors';
import type { Caller } from './caller.ts';

/** What a session begins with: one channel of 16 bits at that rate, interim results on. */
export function sessionConfigFrame(sampleRateHertz: number): Buffer {
  return textFrame({
    type: 'STREAMING_CONFIG',
    config: { sampleRateHertz, channel: 1, sampleSizeByte: 2, interimResults: true },
  });
}

/** @param samples mono in [-1, 1], at most some 24 000: a frame of this kind holds 65 535 bytes */
export function audioFrame(samples: Float32Array): Buffer {
  const audioContent = Buffer.from(encodePcm16(samples)).toString('base64');
  return textFrame({ type: 'AUDIO_CHUNK', audioContent });
}

const SWITCHING = 'HTTP/1.1 101 ';

/**
 * A client that writes the bytes of the protocol itself, so that it may stop reading or send half a message.
 *
 * @throws SpeechError `INTERNAL` when it is not let in
 */
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
    const [answer] = (await once(socket, 'data', { signal })) as [Buffer];
    const status = answer.toString('latin1').split('\r\n', 1)[0] ?? '';
    if (!status.startsWith(SWITCHING)) throw new SpeechError('INTERNAL', `No session was opened: ${status}.`);
  } catch (error) {
    socket.destroy();
    throw error;
  }
  socket.resume();
  return socket;
}

const MAX_PAYLOAD_BYTES = 0xffff;

/**
 * A masked text frame, as clients send them; the mask is nought.
 *
 * @throws SpeechError `INTERNAL` for more than 65 535 bytes, whose length is written in another way
 */
export function textFrame(message: object): Buffer {
  const payload = Buffer.from(JSON.stringify(message));
  if (payload.length > MAX_PAYLOAD_BYTES)
    throw new SpeechError(
      'INTERNAL',
      `A frame has ${payload.length} bytes; the limit is ${MAX_PAYLOAD_BYTES}.`,
    );
  const length =
    payload.length < 126 ? [0x80 | payload.length] : [0x80 | 126, payload.length >> 8, payload.length & 255];
  return Buffer.concat([Buffer.from([0x81, ...length, 0, 0, 0, 0]), payload]);
}
