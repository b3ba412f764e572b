import { SpeechError } from '../errors/speech-error.ts';
import { parseInput } from '../input/parse-input.ts';
import { type SpeechConfig, streamClientMessages } from './stream-client-messages.ts';
import type { StreamFault } from './stream-errors.ts';

/** A parsed message of the client. An invalid message is one too, with the reason. */
export type StreamMessage =
  | { readonly type: 'config'; readonly config: SpeechConfig }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'flush' | 'cancel' | 'done' | 'ping' }
  | { readonly type: 'faulty'; readonly fault: StreamFault };

const TYPES = Object.keys(streamClientMessages).join(', ');

/** Parses one text message of a client. Never throws. */
export function parseStreamMessage(text: string): StreamMessage {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return badRequest('The message is not JSON.');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return badRequest('The message is not a JSON object.');
  }
  try {
    switch ((body as { readonly type?: unknown }).type) {
      case 'SPEECH_CONFIG':
        return { type: 'config', config: parseInput(streamClientMessages.SPEECH_CONFIG, body).config };
      case 'TEXT':
        return { type: 'text', text: parseInput(streamClientMessages.TEXT, body).text };
      case 'FLUSH':
        return { type: 'flush' };
      case 'CANCEL':
        return { type: 'cancel' };
      case 'DONE':
        return { type: 'done' };
      case 'PING':
        return { type: 'ping' };
      default:
        return badRequest(`type must be one of ${TYPES}.`);
    }
  } catch (error) {
    return badRequest(SpeechError.from(error).message);
  }
}

export function badRequest(message: string): StreamMessage {
  return { type: 'faulty', fault: { code: 'BAD_REQUEST', message } };
}
