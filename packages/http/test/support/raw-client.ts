import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A bare TCP connection, for what no HTTP client lets one see. */
export interface RawClient {
  readonly socket: Socket;
  /** Everything received so far, as latin1 text. */
  readonly received: () => string;
  /** Resolves when `received` holds `text`; rejects when the connection ends without it. */
  until(text: string): Promise<void>;
  /** Resolves at the end, with whether it was a reset. */
  readonly ended: Promise<{ readonly wasReset: boolean }>;
  /** The chunks of data as the system gave them. */
  readonly reads: readonly Buffer[];
}

export async function openRaw(port: number): Promise<RawClient> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  const reads: Buffer[] = [];
  const received = (): string => Buffer.concat(reads).toString('latin1');
  socket.on('data', (chunk) => reads.push(chunk));
  let wasReset = false;
  socket.on('error', (error: NodeJS.ErrnoException) => {
    wasReset = error.code === 'ECONNRESET';
  });
  const ended = new Promise<{ wasReset: boolean }>((resolve) => {
    socket.on('close', () => resolve({ wasReset }));
  });
  return {
    socket,
    received,
    reads,
    ended,
    until: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (received().includes(text)) resolve();
        };
        look();
        socket.on('data', look);
        socket.on('close', () =>
          reject(new Error(`closed before ${JSON.stringify(text)}: ${received().slice(0, 500)}`)),
        );
      }),
  };
}

/** The text of a request; `body` sets Content-Length unless a header does. */
export function rawRequest(start: string, headers: Record<string, string>, body = ''): string {
  const all: Record<string, string> = { host: 'localhost', ...headers };
  if (body !== '' && all['content-length'] === undefined && all['transfer-encoding'] === undefined) {
    all['content-length'] = String(Buffer.byteLength(body));
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${[`${start} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n${body}`;
}
