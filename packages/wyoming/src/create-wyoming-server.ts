import { type AddressInfo, createServer } from 'node:net';
import { SpeechError } from '@parlance/core/errors';
import { errorData } from './errors.ts';
import { frameBytes } from './frame.ts';
import { DEFAULT_MAX_CONNECTIONS, systemClock, type WyomingOptions } from './options.ts';
import { WyomingConnection } from './wyoming-connection.ts';

export interface WyomingServer {
  /** @throws SpeechError `INVALID_CONFIG` when the port can't be had */
  listen(at: { readonly host: string; readonly port: number }): Promise<AddressInfo>;
  /** Clients that are connected. */
  readonly connections: number;
  /** Accepts nobody any more and lets what is under way end; after `timeoutMs` the rest is told SHUTTING_DOWN. */
  drain(timeoutMs: number): Promise<void>;
  /** Ends every connection at once. Safe to call twice. */
  close(): Promise<void>;
}

/**
 * Home Assistant's Wyoming protocol on a port of its own. Whoever reaches the port uses the app: the protocol has no authentication.
 *
 * @example
 * const wyoming = createWyomingServer({ service: speech.service, appId: app.appId });
 * await wyoming.listen({ host: '127.0.0.1', port: 10300 });
 */
export function createWyomingServer(options: WyomingOptions): WyomingServer {
  const { logger, maxConnections = DEFAULT_MAX_CONNECTIONS, clock = systemClock } = options;
  const live = new Set<WyomingConnection>();
  const server = createServer((socket) => {
    if (live.size >= maxConnections) {
      const error = new SpeechError(
        'QUEUE_FULL',
        `The server's limit of ${maxConnections} connections is reached.`,
      );
      socket.on('error', () => undefined);
      socket.end(frameBytes('error', errorData(error)), () => socket.destroy());
      return;
    }
    const connection = new WyomingConnection(options, socket);
    live.add(connection);
    void connection.ended.then(() => {
      live.delete(connection);
      const { errorCode } = connection;
      logger?.info(errorCode === undefined ? {} : { errorCode }, 'wyoming connection ended');
    });
  });
  let closed: Promise<void> | undefined;

  const stopListening = (): Promise<void> =>
    (closed ??= new Promise((resolve) => (server.listening ? server.close(() => resolve()) : resolve())));

  const close = async (): Promise<void> => {
    const stopped = stopListening();
    const error = errorData(new SpeechError('SHUTTING_DOWN', 'The server is shutting down.'));
    const rest = [...live];
    for (const connection of rest) {
      connection.fail(error);
      connection.cut();
    }
    await Promise.all(rest.map((connection) => connection.ended));
    await stopped;
  };

  return {
    listen: ({ host, port }) =>
      new Promise((resolve, reject) => {
        server.once('error', (cause: NodeJS.ErrnoException) =>
          reject(
            new SpeechError(
              'INVALID_CONFIG',
              `Wyoming can't listen on ${host} port ${port} (${cause.code ?? cause.message}).`,
              { field: 'wyoming.port' },
              { cause },
            ),
          ),
        );
        server.listen(port, host, () => resolve(server.address() as AddressInfo));
      }),
    get connections() {
      return live.size;
    },
    async drain(timeoutMs) {
      void stopListening();
      const rest = [...live];
      for (const connection of rest) connection.drain();
      const late = Promise.withResolvers<void>();
      const cancel = clock.after(timeoutMs, late.resolve);
      await Promise.race([Promise.all(rest.map((connection) => connection.ended)), late.promise]);
      cancel();
      await close();
    },
    close,
  };
}
