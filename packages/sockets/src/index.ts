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
  systemClock,
} from './options.ts';
export { targetOf } from './request-target.ts';
