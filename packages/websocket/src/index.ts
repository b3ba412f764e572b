export { createRealtimeEndpoint, type RealtimeEndpoint } from './create-realtime-endpoint.ts';
export { asyncApiDocument } from './document/asyncapi.ts';
export { REALTIME_PATH, type RealtimeEndpointOptions, type RealtimeLogger } from './options.ts';
