import { systemClock } from '@parlance/core/platform';
import { SESSION_CLOSE_CODES } from '@parlance/core/session';
import { createSocketEndpoint, type SocketEndpoint } from '@parlance/sockets';
import type { CallOptions } from '../options.ts';
import { TwilioConnection } from './twilio-connection.ts';

export const TWILIO_PATH = '/v1/telephony/twilio';

/**
 * Twilio Media Streams, at `WS /v1/telephony/twilio` on any Node server. The parameter `token` of the stream is the token of an app,
 * or a client token. The endpoint must be closed before its server.
 *
 * @example
 * const twilio = createTwilioEndpoint({
 *   service: speech.service,
 *   onCall: (call) => ({ onTranscript: ({ text }) => void call.say(`You said: ${text}`) }),
 * });
 * twilio.attach(server);
 */
export function createTwilioEndpoint({ maxCalls, ...given }: CallOptions): SocketEndpoint {
  const options = { ...given, clock: given.clock ?? systemClock };
  return createSocketEndpoint({
    ...options,
    maxSessions: maxCalls,
    path: TWILIO_PATH,
    subject: 'call',
    open: (connection) => new TwilioConnection(options, connection),
    refuse: (connection, message) => connection.close(SESSION_CLOSE_CODES.tryAgainLater, message),
  });
}
