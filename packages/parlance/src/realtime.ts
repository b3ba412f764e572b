export { type OpenaiRealtimeHttpOptions, openaiRealtimeApi, openaiRealtimeHttp } from '@parlance/openai';
export * from '@parlance/realtime';
