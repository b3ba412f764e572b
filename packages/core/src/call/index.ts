/** A telephone call: a live session beside a queue of what is said, with barge-in; the connection is a `Line`. */
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
