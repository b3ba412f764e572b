import { decodeG711, PCM_BYTES_PER_SAMPLE } from '@parlance/core/audio';
import { CALL_RATE_HZ } from '@parlance/core/call';
import { parseInput, parseJson, parseMessage } from '@parlance/core/input';
import { LIMITS } from '@parlance/core/limits';
import { decodeAudio } from '@parlance/core/session';
import { z } from 'zod';

const mediaFormat = z.object({
  encoding: z.literal('audio/x-mulaw', 'must be audio/x-mulaw'),
  sampleRate: z.literal(CALL_RATE_HZ, `must be ${CALL_RATE_HZ}`),
  channels: z.literal(1, 'must be 1'),
});

/** The events of Twilio, with the members that are used. https://www.twilio.com/docs/voice/media-streams/websocket-messages */
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
 * Parses a message of Twilio.
 *
 * @returns `undefined` for events that are not used, such as `connected`
 * @throws SpeechError `INVALID_INPUT`
 */
export function parseTwilioEvent(text: string): TwilioEvent | undefined {
  const body = parseJson(text);
  const { event } = parseInput(z.object({ event: z.string() }), body);
  return parseMessage(EVENTS, event, body);
}

/** @returns 16-bit PCM @throws SpeechError `INVALID_INPUT` */
export function decodePayload(payload: string): Uint8Array {
  const maxBytes = LIMITS.session.maxChunkBytes / PCM_BYTES_PER_SAMPLE;
  return decodeG711('mu-law', decodeAudio(payload, 'media.payload', maxBytes));
}
