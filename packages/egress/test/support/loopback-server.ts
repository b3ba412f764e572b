import { once } from 'node:events';
import { createServer as createHttpServer, type Server as HttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';

export interface LoopbackServer extends AsyncDisposable {
  readonly port: number;
  readonly origin: string;
  /** The number of accepted connections, with or without a request. */
  connections(): number;
}

/** The networks that tests allow to reach their own servers. */
export const LOOPBACK = ['127.0.0.0/8', '::1/128'];

export async function httpServer(listener: RequestListener, host = '127.0.0.1'): Promise<LoopbackServer> {
  return await listen(createHttpServer(listener), host, 0);
}

/** A server with any protocol, HTTP or not. */
export async function tcpServer(
  onSocket: (socket: Socket) => void,
  host = '127.0.0.1',
  port = 0,
): Promise<LoopbackServer> {
  return await listen(createTcpServer(onSocket), host, port);
}

export async function listen(
  server: Server | HttpServer,
  host: string,
  port: number,
  scheme = 'http',
): Promise<LoopbackServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    origin: `${scheme}://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
