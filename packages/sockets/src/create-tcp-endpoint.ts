import { type AddressInfo, createServer, type Socket } from 'node:net';
import { SpeechError } from '@parlance/core/errors';
import { type Clock, systemClock, within } from '@parlance/core/platform';
import type { SocketLogger } from './options.ts';
import { createTcpClient, type TcpClient } from './tcp-client.ts';

/** What a protocol does with one client. */
export interface TcpConnection {
  /** Bytes of the client, cut anywhere. None come after its connection was closed. */
  receive(bytes: Buffer): void;
  /** Nothing came or went for the idle timeout, and again after each one. */
  idle(): void;
  /** The connection is gone. */
  leave(): void;
  /** Resolves when nothing of it is left. Never rejects. */
  readonly ended: Promise<void>;
  /** Why it failed, for the log. */
  readonly errorCode?: string | undefined;
  /** Ends it as soon as nothing is under way. */
  drain(): void;
  /** Tells the client the error. The connection is cut once it was sent. */
  stop(error: SpeechError): void;
}

export interface TcpEndpointOptions {
  /** As people know it, such as `Wyoming`. */
  readonly name: string;
  /** The setting of its port, which an error names. */
  readonly field: string;
  /** What a connection is, in the log. */
  readonly subject: string;
  readonly maxConnections: number;
  readonly idleTimeoutMs: number;
  /** Unsent bytes above which a client is given up: it reads nothing. */
  readonly giveUpAboveBytes: number;
  open(client: TcpClient): TcpConnection;
  /** @returns what a client is told that is not served; its connection is cut then */
  refusal(error: SpeechError): Uint8Array;
  /** Absent: the system's. */
  readonly clock?: Pick<Clock, 'after'> | undefined;
  /** Absent: nothing is logged. */
  readonly logger?: SocketLogger | undefined;
}

/** A port of its own, for a protocol without HTTP. */
export interface TcpEndpoint {
  /** @throws SpeechError `INVALID_CONFIG` when the port can't be had */
  listen(at: { readonly host: string; readonly port: number }): Promise<AddressInfo>;
  /** Clients that are connected. */
  readonly connections: number;
  /** Accepts nobody any more and lets what is under way end; after `timeoutMs` the rest is told SHUTTING_DOWN. */
  drain(timeoutMs: number): Promise<void>;
  /** Ends every connection at once. Safe to call twice. */
  close(): Promise<void>;
}

export function createTcpEndpoint(options: TcpEndpointOptions): TcpEndpoint {
  const { name, field, subject, maxConnections, clock = systemClock, logger } = options;
  const live = new Map<TcpConnection, { readonly socket: Socket; readonly ended: Promise<void> }>();
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (live.size >= maxConnections) {
      const message = `The server's limit of ${maxConnections} connections is reached.`;
      socket.end(options.refusal(new SpeechError('QUEUE_FULL', message)), () => socket.destroy());
      return;
    }
    const connection = serveTcpSocket(options, socket, clock);
    const ended = Promise.all([connection.ended, new Promise((resolve) => socket.once('close', resolve))]);
    live.set(connection, {
      socket,
      ended: ended.then(() => {
        live.delete(connection);
        const { errorCode } = connection;
        logger?.info(errorCode === undefined ? {} : { errorCode }, `${subject} ended`);
      }),
    });
  });
  let closed: Promise<void> | undefined;

  const stopListening = (): Promise<void> => {
    closed ??= new Promise((resolve) => (server.listening ? server.close(() => resolve()) : resolve()));
    return closed;
  };

  const close = async (): Promise<void> => {
    const stopped = stopListening();
    const rest = [...live];
    for (const [connection, { socket }] of rest) {
      connection.stop(new SpeechError('SHUTTING_DOWN', 'The server is shutting down.'));
      socket.destroySoon();
    }
    await Promise.all(rest.map(([, { ended }]) => ended));
    await stopped;
  };

  return {
    listen: ({ host, port }) =>
      new Promise((resolve, reject) => {
        server.once('error', (cause: NodeJS.ErrnoException) => {
          const fault = `${name} can't listen on ${host} port ${port} (${cause.code ?? cause.message}).`;
          reject(new SpeechError('INVALID_CONFIG', fault, { field }, { cause }));
        });
        server.listen(port, host, () => resolve(server.address() as AddressInfo));
      }),
    get connections() {
      return live.size;
    },
    async drain(timeoutMs) {
      void stopListening();
      const rest = [...live];
      for (const [connection] of rest) connection.drain();
      await within(clock, timeoutMs, Promise.all(rest.map(([, { ended }]) => ended)));
      await close();
    },
    close,
  };
}

function serveTcpSocket(
  { idleTimeoutMs, giveUpAboveBytes, open }: TcpEndpointOptions,
  socket: Socket,
  clock: Pick<Clock, 'after'>,
): TcpConnection {
  let cancelIdle = (): void => undefined;
  const startIdle = (): void => {
    cancelIdle();
    cancelIdle = clock.after(idleTimeoutMs, () => {
      startIdle();
      connection.idle();
    });
  };
  const client = createTcpClient(socket, { clock, giveUpAboveBytes, onWrite: startIdle });
  socket.setNoDelay(true);
  const connection = open(client);
  startIdle();
  socket.on('data', (bytes) => {
    startIdle();
    if (client.isOpen) connection.receive(bytes);
  });
  // A client that sends no more gets no more answers either.
  socket.on('end', () => socket.destroy());
  socket.once('close', () => {
    cancelIdle();
    connection.leave();
  });
  return connection;
}
