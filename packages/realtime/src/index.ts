export { type OpenaiRealtimeHttpOptions, openaiRealtimeApi, openaiRealtimeHttp } from '@parlance/openai-kit';
export { createOpenaiRealtimeEndpoint } from './create-openai-realtime-endpoint.ts';
export { OPENAI_REALTIME_PATH, type OpenaiRealtimeOptions } from './options.ts';
