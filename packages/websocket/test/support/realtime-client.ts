import type { ServerMessage } from '@parlance/core/session';
import { WebSocket } from 'ws';
import { TOKEN } from './realtime-server.ts';

export const CONFIG = { sampleRateHertz: 16_000, sampleSizeByte: 2, channel: 1 };

export interface RealtimeClient {
  readonly socket: WebSocket;
  /** Everything received so far. */
  readonly messages: readonly ServerMessage[];
  /** Resolves with the close code. */
  readonly closed: Promise<number>;
  send(message: object | string): void;
  sendAudio(bytes: Uint8Array): void;
  /** Resolves with the first message of the type; rejects when the connection closes without one. */
  until<Type extends ServerMessage['type']>(
    type: Type,
    count?: number,
  ): Promise<Extract<ServerMessage, { readonly type: Type }>>;
}

export function connect(url: string, { token = TOKEN, appId = 'app-1' } = {}): RealtimeClient {
  return follow(new WebSocket(`${url}?token=${token}&appId=${appId}`, { perMessageDeflate: false }));
}

export function follow(socket: WebSocket): RealtimeClient {
  const messages: ServerMessage[] = [];
  const waiting = new Set<() => void>();
  let closeCode: number | undefined;
  socket.on('error', () => undefined);
  socket.on('message', (content: Buffer) => {
    messages.push(JSON.parse(content.toString()));
    for (const look of [...waiting]) look();
  });
  const closed = new Promise<number>((resolve) => {
    socket.on('close', (code) => {
      closeCode = code;
      resolve(code);
      for (const look of [...waiting]) look();
    });
  });
  const send = (message: object | string): void => {
    const text = typeof message === 'string' ? message : JSON.stringify(message);
    if (socket.readyState === WebSocket.CONNECTING) socket.once('open', () => socket.send(text));
    else socket.send(text);
  };
  return {
    socket,
    messages,
    closed,
    send,
    sendAudio: (bytes) => send({ type: 'AUDIO_CHUNK', audioContent: Buffer.from(bytes).toString('base64') }),
    until: (type, count = 1) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = messages.filter((message) => message.type === type)[count - 1];
          if (found === undefined && closeCode === undefined) return;
          waiting.delete(look);
          if (found === undefined)
            reject(
              new Error(`closed with ${closeCode} before ${type} ${count}: ${JSON.stringify(messages)}`),
            );
          else resolve(found as never);
        };
        waiting.add(look);
        look();
      }),
  };
}

/** A client that is READY for audio. */
export async function connectReady(url: string, config: object = {}): Promise<RealtimeClient> {
  const client = connect(url);
  client.send({ type: 'STREAMING_CONFIG', config: { ...CONFIG, ...config } });
  await client.until('READY');
  return client;
}
