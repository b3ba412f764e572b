export type {
  Call,
  CallEnd,
  CallFault,
  CallListener,
  CallUtterance,
  Said,
  SayOptions,
} from './call/call.ts';
export type { CallOptions } from './options.ts';
export { createTwilioEndpoint, TWILIO_PATH } from './twilio/create-twilio-endpoint.ts';
