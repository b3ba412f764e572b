export { createOpenaiRealtimeEndpoint } from './create-openai-realtime-endpoint.ts';
export { openaiRealtimeApi } from './http/openapi.ts';
export { type OpenaiRealtimeHttpOptions, openaiRealtimeHttp } from './http/plugin.ts';
export { OPENAI_REALTIME_PATH, type OpenaiRealtimeOptions } from './options.ts';
