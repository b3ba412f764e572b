export type { TcpEndpoint } from '@parlance/sockets';
export { createWyomingServer } from './create-wyoming-server.ts';
export type { WyomingOptions } from './options.ts';
