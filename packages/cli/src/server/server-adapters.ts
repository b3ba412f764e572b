// What speaks protocols, in one module that is read while the database opens.
export { openHttpServer } from './open-http-server.ts';
export { openTcpPorts } from './open-tcp-ports.ts';
