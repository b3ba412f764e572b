export type {
  Call,
  CallEnd,
  CallFault,
  CallListener,
  CallSettingsInput,
  CallUtterance,
  Said,
  SayOptions,
} from '@parlance/core/call';
export type { TcpEndpoint } from '@parlance/sockets';
export { createAudioSocketServer } from './asterisk/create-audio-socket-server.ts';
export type { AudioSocketOptions } from './asterisk/options.ts';
export type { CallOptions } from './options.ts';
export { createTwilioEndpoint, TWILIO_PATH } from './twilio/create-twilio-endpoint.ts';
