import { SpeechError } from '@parlance/core/errors';
import { parseJson, parseMessage } from '@parlance/core/input';
import { betaSessionInput, sessionInput } from '@parlance/openai-kit';
import { z } from 'zod';
import { type ErrorBody, errorBody } from './realtime-errors.ts';

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

/** Events of conversations. */
const CONVERSATION = /^(conversation\.|response\.|output_audio_buffer\.)/;
const MAX_SHOWN_CHARS = 64;

export type ParsedEvent =
  | { readonly event: ClientEvent; readonly eventId: string | null }
  | { readonly error: ErrorBody; readonly eventId: string | null };

/** Parses one message of a client. Never throws. */
export function parseClientEvent(text: string): ParsedEvent {
  let eventId: string | null = null;
  try {
    const body = parseJson(text);
    const { type, event_id: id } = (body ?? {}) as { readonly type?: unknown; readonly event_id?: unknown };
    if (typeof id === 'string') eventId = id.slice(0, MAX_SHOWN_CHARS);
    const event = parseMessage(EVENTS, String(type), body);
    return event === undefined ? { error: unknownType(String(type)), eventId } : { event, eventId };
  } catch (error) {
    return { error: errorBody(SpeechError.from(error)), eventId };
  }
}

function unknownType(type: string): ErrorBody {
  const message = CONVERSATION.test(type)
    ? `${type.slice(0, MAX_SHOWN_CHARS)} is for conversations; this server only transcribes.`
    : `type must be one of ${Object.keys(EVENTS).join(', ')}.`;
  return { type: 'invalid_request_error', code: 'unknown_event', message, param: 'type' };
}
