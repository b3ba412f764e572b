import { SpeechError } from '@parlance/core/errors';
import { parseInput } from '@parlance/core/input';
import { LIMITS } from '@parlance/core/limits';
import { base64DecodedBytes, decodeStrictBase64 } from '@parlance/core/session';
import { z } from 'zod';
import { type ErrorBody, invalidValue } from './realtime-errors.ts';
import { betaSessionInput, sessionInput } from './realtime-settings.ts';

const EVENTS = {
  'session.update': z.object({ type: z.literal('session.update'), session: sessionInput }),
  'transcription_session.update': z.object({
    type: z.literal('transcription_session.update'),
    session: betaSessionInput,
  }),
  'input_audio_buffer.append': z.object({
    type: z.literal('input_audio_buffer.append'),
    audio: z.string('must be a string'),
  }),
  'input_audio_buffer.commit': z.object({ type: z.literal('input_audio_buffer.commit') }),
  'input_audio_buffer.clear': z.object({ type: z.literal('input_audio_buffer.clear') }),
} as const;

export type ClientEvent = z.output<(typeof EVENTS)[keyof typeof EVENTS]>;

/** Those that belong to conversations. */
const CONVERSATION = /^(conversation\.|response\.|output_audio_buffer\.)/;
const MAX_SHOWN_CHARS = 64;

export type ParsedEvent =
  | { readonly event: ClientEvent; readonly eventId: string | null }
  | { readonly error: ErrorBody; readonly eventId: string | null };

/** @returns the audio of `input_audio_buffer.append`, or what is wrong with it */
export function decodeAudio(base64: string): Uint8Array | ErrorBody {
  const { maxChunkBytes } = LIMITS.session;
  // Before it is decoded: audio that is refused costs no memory.
  const decodedBytes = Math.ceil(base64DecodedBytes(base64));
  if (decodedBytes > maxChunkBytes)
    return invalidValue(`audio has ${decodedBytes} bytes; the limit is ${maxChunkBytes}.`, 'audio');
  const bytes = decodeStrictBase64(base64);
  return bytes ?? invalidValue('audio is not base64 of RFC 4648 with padding.', 'audio');
}

/** Parses one message of a client. Never throws. */
export function parseClientEvent(text: string): ParsedEvent {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { error: invalidValue('The message is not JSON.'), eventId: null };
  }
  const { type, event_id: id } = (typeof body === 'object' && body !== null ? body : {}) as {
    type?: unknown;
    event_id?: unknown;
  };
  const eventId = typeof id === 'string' ? id.slice(0, MAX_SHOWN_CHARS) : null;
  if (typeof type !== 'string' || !Object.hasOwn(EVENTS, type))
    return { error: unknownType(typeof type === 'string' ? type : ''), eventId };
  try {
    return { event: parseInput<z.ZodType<ClientEvent>>(EVENTS[type as keyof typeof EVENTS], body), eventId };
  } catch (error) {
    const { message, details } = SpeechError.from(error);
    return { error: invalidValue(message, String(details.field)), eventId };
  }
}

function unknownType(type: string): ErrorBody {
  const message = CONVERSATION.test(type)
    ? `${type.slice(0, MAX_SHOWN_CHARS)} belongs to conversations; this server transcribes and holds none.`
    : `type must be one of ${Object.keys(EVENTS).join(', ')}.`;
  return { type: 'invalid_request_error', code: 'unknown_event', message, param: 'type' };
}
