export { createSocketEndpoint, type SocketEndpoint } from './create-socket-endpoint.ts';
export {
  createTcpEndpoint,
  type TcpConnection,
  type TcpEndpoint,
  type TcpEndpointOptions,
} from './create-tcp-endpoint.ts';
export {
  SOCKET_LIMITS,
  type SocketConnection,
  type SocketEndpointOptions,
  type SocketHandler,
  type SocketLogger,
} from './options.ts';
export { bearerOf, targetOf } from './request-target.ts';
export type { TcpClient } from './tcp-client.ts';
