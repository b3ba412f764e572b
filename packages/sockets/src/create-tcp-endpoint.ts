import { type AddressInfo, createServer, type Socket } from 'node:net';
import { SpeechError } from '@parlance/core/errors';
import { type Clock, systemClock, within } from '@parlance/core/platform';
import type { SocketLogger } from './options.ts';
import { createTcpClient, type TcpClient } from './tcp-client.ts';

/** The protocol's side of a client's connection. */
export interface TcpConnection {
  /** Receives bytes of the client, cut anywhere. Not called after its connection was closed. */
  receive(bytes: Buffer): void;
  /** Called when nothing was received or sent for the idle timeout, and repeatedly after each further one. */
  idle(): void;
  /** Called when the connection is closed. */
  leave(): void;
  /** Resolves when its work has ended. Never rejects. */
  readonly ended: Promise<void>;
  /** Why it failed, for the log. */
  readonly errorCode?: string | undefined;
  /** Closes it as soon as it has no running work. */
  drain(): void;
  /** Sends the client an error. Then the connection is closed. */
  stop(error: SpeechError): void;
}

export interface TcpEndpointOptions {
  /** The display name, such as `Wyoming`. */
  readonly name: string;
  /** The setting of its port, for errors. */
  readonly field: string;
  /** The name of a connection in the log. */
  readonly subject: string;
  readonly maxConnections: number;
  readonly idleTimeoutMs: number;
  /** Unsent bytes above which a client is disconnected, because it does not read. */
  readonly giveUpAboveBytes: number;
  open(client: TcpClient): TcpConnection;
  /** @returns the answer to a refused client, whose connection is then closed */
  refusal(error: SpeechError): Uint8Array;
  /** Absent: the system's. */
  readonly clock?: Pick<Clock, 'after'> | undefined;
  /** Absent: nothing is logged. */
  readonly logger?: SocketLogger | undefined;
}

/** A separate port, for a protocol without HTTP. */
export interface TcpEndpoint {
  /** @throws SpeechError `INVALID_CONFIG` if it can't listen on the port */
  listen(at: { readonly host: string; readonly port: number }): Promise<AddressInfo>;
  /** The number of connected clients. */
  readonly connections: number;
  /** Refuses new clients and waits for running work; after `timeoutMs` the rest get SHUTTING_DOWN. */
  drain(timeoutMs: number): Promise<void>;
  /** Closes every connection at once. Safe to call twice. */
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
  // A client that ends its side gets no more answers.
  socket.on('end', () => socket.destroy());
  socket.once('close', () => {
    cancelIdle();
    connection.leave();
  });
  return connection;
}
