export type { TcpEndpoint } from '@parlance/sockets';
export { type AudioSocketOptions, createAudioSocketServer } from './asterisk/create-audio-socket-server.ts';
export type {
  Call,
  CallEnd,
  CallFault,
  CallListener,
  CallUtterance,
  Said,
  SayOptions,
} from './call/call.ts';
export type { CallSettingsInput } from './call/call-settings.ts';
export type { CallOptions } from './options.ts';
export { createTwilioEndpoint, TWILIO_PATH } from './twilio/create-twilio-endpoint.ts';
