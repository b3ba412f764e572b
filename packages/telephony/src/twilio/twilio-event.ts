import { decodeG711 } from '@parlance/core/audio';
import { SpeechError } from '@parlance/core/errors';
import { parseInput } from '@parlance/core/input';
import { LIMITS } from '@parlance/core/limits';
import { base64DecodedBytes, decodeStrictBase64 } from '@parlance/core/session';
import { z } from 'zod';
import { CALL_RATE_HZ } from '../options.ts';

const mediaFormat = z.object({
  encoding: z.literal('audio/x-mulaw', 'must be audio/x-mulaw'),
  sampleRate: z.literal(CALL_RATE_HZ, `must be ${CALL_RATE_HZ}`),
  channels: z.literal(1, 'must be 1'),
});

/** What Twilio sends, of it what is used. https://www.twilio.com/docs/voice/media-streams/websocket-messages */
const EVENTS = {
  start: z.object({
    event: z.literal('start'),
    start: z.object({
      streamSid: z.string(),
      callSid: z.string(),
      mediaFormat,
      customParameters: z.record(z.string(), z.string()).default({}),
    }),
  }),
  media: z.object({
    event: z.literal('media'),
    media: z.object({ track: z.string(), payload: z.string() }),
  }),
  dtmf: z.object({ event: z.literal('dtmf'), dtmf: z.object({ digit: z.string() }) }),
  mark: z.object({ event: z.literal('mark'), mark: z.object({ name: z.string() }) }),
  stop: z.object({ event: z.literal('stop') }),
} as const;
export type TwilioEvent = {
  [Name in keyof typeof EVENTS]: z.output<(typeof EVENTS)[Name]>;
}[keyof typeof EVENTS];

/**
 * Parses one message of Twilio.
 *
 * @returns `undefined` for an event that says nothing to us, such as `connected`
 * @throws SpeechError `INVALID_INPUT`
 */
export function parseTwilioEvent(text: string): TwilioEvent | undefined {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new SpeechError('INVALID_INPUT', 'The message is not JSON.');
  }
  const { event } = parseInput(z.object({ event: z.string() }), body);
  if (!Object.hasOwn(EVENTS, event)) return undefined;
  return parseInput<z.ZodType<TwilioEvent>>(EVENTS[event as keyof typeof EVENTS], body);
}

/** @returns 16-bit PCM @throws SpeechError `INVALID_INPUT` */
export function decodePayload(payload: string): Uint8Array {
  const { maxChunkBytes } = LIMITS.session;
  // Before it is decoded: audio that is refused costs no memory.
  const bytes = base64DecodedBytes(payload) > maxChunkBytes / 2 ? undefined : decodeStrictBase64(payload);
  if (bytes !== undefined) return decodeG711('mu-law', bytes);
  throw new SpeechError(
    'INVALID_INPUT',
    `media.payload must be base64 of RFC 4648 with padding, of at most ${maxChunkBytes / 2} bytes.`,
    { field: 'media.payload' },
  );
}
