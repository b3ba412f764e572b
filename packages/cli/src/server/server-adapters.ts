// The protocol adapters in one module, which is loaded while the database opens.
export { openHttpServer } from './open-http-server.ts';
export { openTcpPorts } from './open-tcp-ports.ts';
