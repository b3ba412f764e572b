export { createWyomingServer, type WyomingServer } from './create-wyoming-server.ts';
export type { WyomingLogger, WyomingOptions } from './options.ts';
