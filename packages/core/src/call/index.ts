/** A telephone call: a live session and a queue of speech, with barge-in; its connection is a `Line`. */
export type { Call, CallEnd, CallFault, CallListener, CallUtterance, Said, SayOptions } from './call.ts';
export { CALL_RATE_HZ, type CallOptions } from './call-options.ts';
export {
  type CallSettings,
  type CallSettingsInput,
  otherParameters,
  parseCallSettings,
} from './call-settings.ts';
export type { Line } from './line.ts';
export { type CallStart, LiveCall } from './live-call.ts';
