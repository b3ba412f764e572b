import { parseMessage } from '@parlance/core/input';
import { z } from 'zod';
import type { Frame } from './frame.ts';

const text = z.string('must be a string');
const name = text.max(128, 'must have at most 128 characters').nullish();
const rateMessage = 'must be a whole number from 8000 to 48000';
const voice = z.object({ name, language: name, speaker: name }, 'must be an object').nullish();
const textFormat = z.literal('text', 'must be text: other formats are not supported').nullish();

/** The format of a client's audio for transcription. */
const audioFormat = z.object({
  rate: z.int(rateMessage).min(8000, rateMessage).max(48_000, rateMessage),
  width: z.literal(2, 'must be 2: audio is 16-bit PCM'),
  channels: z.literal(1, 'must be 1: audio is mono'),
});

const EVENTS = {
  describe: z.object({}),
  ping: z.object({ text: text.nullish() }),
  transcribe: z.object({ name, language: name }),
  'audio-start': audioFormat,
  'audio-chunk': audioFormat,
  'audio-stop': z.object({}),
  synthesize: z.object({ text, voice, text_format: textFormat }),
  'synthesize-start': z.object({ voice, text_format: textFormat }),
  'synthesize-chunk': z.object({ text }),
  'synthesize-stop': z.object({}),
} as const;

type Events = typeof EVENTS;
export type ClientEvent = {
  readonly [Type in keyof Events]: { readonly type: Type } & z.output<Events[Type]>;
}[keyof Events];
export type WantedVoice = z.output<typeof voice>;

/**
 * @returns `undefined` for other events, which the protocol requires to ignore
 * @throws SpeechError `INVALID_INPUT`
 */
export function parseClientEvent({ type, data }: Frame): ClientEvent | undefined {
  const members = parseMessage(EVENTS, type, data);
  return members && ({ type, ...members } as ClientEvent);
}
