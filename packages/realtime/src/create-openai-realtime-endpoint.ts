import { closeCodeOf } from '@parlance/core/session';
import {
  createSocketEndpoint,
  type SocketConnection,
  type SocketEndpoint,
  targetOf,
} from '@parlance/sockets';
import { OPENAI_REALTIME_PATH, type OpenaiRealtimeOptions } from './options.ts';
import { credentialOf, SUBPROTOCOL } from './request-credential.ts';
import { type ErrorBody, faultBody } from './session/realtime-errors.ts';
import { TranscriptionSession } from './session/transcription-session.ts';

/**
 * OpenAI's Realtime API for transcription, at `WS /v1/realtime?intent=transcription` on any Node server. A client's API key is the token of
 * an app, or a client secret created with it. End the endpoint before you close its server.
 *
 * @example
 * const endpoint = createOpenaiRealtimeEndpoint({ service: speech.service });
 * endpoint.attach(server);
 */
export function createOpenaiRealtimeEndpoint({ service, ...options }: OpenaiRealtimeOptions): SocketEndpoint {
  return createSocketEndpoint({
    ...options,
    path: OPENAI_REALTIME_PATH,
    open: (connection) => {
      const session = new TranscriptionSession(service, connection, credentialOf(connection.request));
      const { query } = targetOf(connection.request);
      const isConversation = query.has('model') || query.has('call_id');
      if (query.get('intent') !== 'transcription' && isConversation) session.refuse(CONVERSATION);
      return session;
    },
    refuse: (connection, message) => refuse(connection, faultBody({ code: 'STT_MAX_CCR_REACHED', message })),
    // The client secret is among the offered subprotocols and must never be chosen.
    chooseProtocol: (offered) => offered.has(SUBPROTOCOL) && SUBPROTOCOL,
  });
}

const CONVERSATION: ErrorBody = {
  type: 'invalid_request_error',
  code: 'invalid_intent',
  message:
    'This server transcribes and holds no conversations. Connect with intent=transcription and without a model.',
  param: 'intent',
};

function refuse(connection: SocketConnection, error: ErrorBody): void {
  connection.send({ type: 'error', event_id: `event_${crypto.randomUUID()}`, error });
  connection.close(closeCodeOf('STT_MAX_CCR_REACHED'));
}
