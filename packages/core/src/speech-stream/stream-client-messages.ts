import { z } from 'zod';
import { oneOf } from '../input/number-input.ts';
import { LIMITS } from '../limits/limits.ts';
import {
  bitrate,
  sampleRate,
  speed,
  textType,
  timings,
  vocabulary,
  voiceCode,
} from '../synthesis/request/synthesis-input.ts';
import { countChars } from '../text/speakable.ts';

const { maxMessageChars } = LIMITS.speechStream;

/** Formats that can be sent in pieces, one stretch of speech after another. */
const STREAM_FORMATS = ['pcm', 'mp3'] as const;

const sessionIdMessage = `must be a string of at most ${LIMITS.session.maxSessionIdChars} characters`;
const textMessage = `has more than ${maxMessageChars} characters; that is the limit of a message`;

const speechConfig = z.object(
  {
    voiceCode: voiceCode.optional().meta({ description: 'Absent: the default voice of the server.' }),
    outputFormat: z
      .enum(STREAM_FORMATS, oneOf(STREAM_FORMATS))
      .default('pcm')
      .meta({ description: '`pcm`: 16-bit signed little-endian, mono, without a header.' }),
    sampleRate,
    bitrate,
    speed,
    textType: textType.meta({
      description: '`ssml`: the text up to each FLUSH is a `<speak>` document. Absent: `text`.',
    }),
    timings,
    vocabulary,
    sessionId: z
      .string(sessionIdMessage)
      .max(LIMITS.session.maxSessionIdChars, sessionIdMessage)
      .optional()
      .meta({ description: "The client's own name for the stream." }),
  },
  'must be an object',
);
export type SpeechConfig = z.output<typeof speechConfig>;

/** The messages of a client, by `type`, in the wire format. Unknown members are ignored. */
export const streamClientMessages = {
  SPEECH_CONFIG: z
    .object({ type: z.literal('SPEECH_CONFIG'), config: speechConfig })
    .meta({ description: 'The first message, sent once within 5 seconds. READY answers it.' }),
  TEXT: z
    .object({
      type: z.literal('TEXT'),
      text: z
        .string('must be a string')
        .refine((text) => text.isWellFormed(), 'must not end or begin in the middle of a character')
        .refine((text) => countChars(text) <= maxMessageChars, textMessage)
        .meta({ maxLength: maxMessageChars, description: 'May be cut anywhere, even inside a word.' }),
    })
    .meta({
      description:
        'More text, after READY. It is spoken as soon as no text that may follow can change how it is spoken.',
    }),
  FLUSH: z
    .object({ type: z.literal('FLUSH') })
    .meta({ description: 'The text so far is complete: speak it to its end. FLUSHED follows its audio.' }),
  CANCEL: z.object({ type: z.literal('CANCEL') }).meta({
    description:
      'Drops all text that is not spoken yet, and its audio. Audio after CANCELLED belongs to later text.',
  }),
  DONE: z
    .object({ type: z.literal('DONE') })
    .meta({ description: 'After all text. The rest of the audio and STREAM_END follow.' }),
  PING: z.object({ type: z.literal('PING') }).meta({ description: 'Keeps an idle connection.' }),
} as const;
