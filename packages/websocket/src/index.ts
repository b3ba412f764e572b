export { createRealtimeEndpoint, type RealtimeEndpoint } from './create-realtime-endpoint.ts';
export { createSpeechStreamEndpoint } from './create-speech-stream-endpoint.ts';
export { asyncApiDocument } from './document/asyncapi.ts';
export {
  REALTIME_PATH,
  type RealtimeEndpointOptions,
  type RealtimeLogger,
  SPEECH_STREAM_PATH,
  type SpeechStreamEndpointOptions,
} from './options.ts';
