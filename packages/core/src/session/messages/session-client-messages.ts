import { z } from 'zod';
import { languageInput } from '../../input/language-input.ts';
import { LIMITS } from '../../limits/limits.ts';
import { callVocabulary } from '../../vocabulary/vocabulary-input.ts';

const { session } = LIMITS;

export const BYTES_PER_SAMPLE = 2;
/** Base64 writes three bytes as four characters. */
const MAX_CHUNK_CHARS = Math.ceil(session.maxChunkBytes / 3) * 4;

const ratesMessage = `must be ${session.sampleRatesHz.join(' or ')}`;
const rates: readonly number[] = session.sampleRatesHz;
const sessionIdMessage = `must be a string of at most ${LIMITS.session.maxSessionIdChars} characters`;

const milliseconds = (min: number, max: number, defaultMs: number, description: string) => {
  const message = `must be an integer from ${min} to ${max} milliseconds`;
  return z.int(message).min(min, message).max(max, message).default(defaultMs).meta({ description });
};

const vadConfig = z.object(
  {
    noInputTimeoutMs: milliseconds(
      session.minNoInputTimeoutMs,
      session.maxNoInputTimeoutMs,
      session.defaultNoInputTimeoutMs,
      'Time without speech that ends the session, counted in audio and, while none arrives, by the clock.',
    ),
    speechCompleteTimeoutMs: milliseconds(
      session.minSpeechCompleteTimeoutMs,
      session.maxSpeechCompleteTimeoutMs,
      session.defaultSpeechCompleteTimeoutMs,
      'Silence that ends an utterance.',
    ),
  },
  'must be an object',
);

/** The members with their own error codes come first, so that their code is the one that is reported. */
const streamingConfig = z.object(
  {
    sampleRateHertz: z
      .number(ratesMessage)
      .refine((value) => rates.includes(value), ratesMessage)
      .meta({ enum: [...rates], description: 'Of the audio.' }),
    channel: z.literal(1, 'must be 1').meta({ description: 'Mono.' }),
    sampleSizeByte: z.literal(BYTES_PER_SAMPLE, `must be ${BYTES_PER_SAMPLE}`).meta({
      description: 'Bytes of a sample.',
    }),
    interimResults: z
      .boolean('must be true or false')
      .default(false)
      .meta({ description: 'Whether INTERIM_RESULT is sent.' }),
    sessionId: z
      .string(sessionIdMessage)
      .max(LIMITS.session.maxSessionIdChars, sessionIdMessage)
      .optional()
      .meta({ description: "The client's own name for the session, for the server's log." }),
    language: languageInput.optional(),
    words: z
      .boolean('must be true or false')
      .default(false)
      .meta({ description: 'Whether FINAL_RESULT has the times of words.' }),
    vocabulary: callVocabulary.optional(),
    vadConfig: vadConfig.prefault({}).meta({ description: 'When speech begins and ends.' }),
  },
  'must be an object',
);
export type StreamingConfig = z.output<typeof streamingConfig>;

/** The messages of a client, by `type`, in the wire format. Unknown members are ignored. */
export const sessionClientMessages = {
  STREAMING_CONFIG: z
    .object({ type: z.literal('STREAMING_CONFIG'), config: streamingConfig })
    .meta({ description: 'The first message, sent once within 5 seconds. READY answers it.' }),
  AUDIO_CHUNK: z
    .object({
      type: z.literal('AUDIO_CHUNK'),
      audioContent: z
        .string()
        .max(MAX_CHUNK_CHARS)
        .meta({
          contentEncoding: 'base64',
          contentMediaType: 'audio/pcm',
          description: `Base64 (RFC 4648 section 4, padded) of 16-bit little-endian mono PCM without a header: whole samples, at most ${session.maxChunkBytes} bytes.`,
        }),
    })
    .meta({
      description:
        'Audio, after READY. 100 ms a chunk is best; any size gives the same final results. A binary frame with the same bytes, not in base64, is the same.',
    }),
  DONE: z
    .object({ type: z.literal('DONE') })
    .meta({ description: 'After all audio. The last results and STREAM_END follow.' }),
  PING: z
    .object({ type: z.literal('PING') })
    .meta({ description: 'Keeps an idle connection; every 20 to 30 seconds when no audio is sent.' }),
} as const;

export type SessionClientMessageType = keyof typeof sessionClientMessages;
