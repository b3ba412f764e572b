/** Speech streams, for text that is still being written: messages, stretches and charges. */
export { openSpeechStream } from './open-speech-stream.ts';
export type { SpeechStream, StreamOutlet } from './speech-stream.ts';
export { streamClientMessages } from './stream-client-messages.ts';
export {
  type StreamErrorCode,
  type StreamFault,
  streamCloseCodeOf,
  streamErrorMessage,
  streamFaultOf,
} from './stream-errors.ts';
export { badRequest, parseStreamMessage, type StreamMessage } from './stream-input.ts';
export { type StreamServerMessage, streamServerMessages } from './stream-server-messages.ts';
