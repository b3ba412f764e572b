import { z } from 'zod';

const chars = (description: string) => z.int().min(0).meta({ description });
const seconds = (description: string) => z.number().min(0).meta({ description });

/** The messages of the server besides binary frames of audio, by `type`, in the wire format. */
export const streamServerMessages = {
  READY: z
    .object({
      type: z.literal('READY'),
      sessionId: z.string().meta({ description: 'Assigned by the server.' }),
      voiceCode: z.string(),
      outputFormat: z.enum(['pcm', 'mp3']),
      sampleRateHertz: z.int(),
      contentType: z.string().meta({ description: 'Media type of the audio.' }),
    })
    .meta({ description: 'Answers SPEECH_CONFIG: text may be sent.' }),
  SPOKEN: z
    .object({
      type: z.literal('SPOKEN'),
      start: chars(
        'Offset of its first character in all text sent, in code points; for SSML, in the text without markup.',
      ),
      end: chars('Offset after its last character.'),
      startTime: seconds('Where its audio begins, in seconds of all audio sent.'),
      endTime: seconds('Where its audio ends, including the pause after it.'),
    })
    .meta({ description: 'A stretch of the text whose audio was sent.' }),
  WORDS: z
    .object({
      type: z.literal('WORDS'),
      words: z.array(
        z.object({
          text: z.string().meta({ description: 'As it was written, with the punctuation that follows it.' }),
          start: chars('Offset of its first character, as of SPOKEN.'),
          end: chars('Offset after its last character.'),
          startTime: seconds('When it begins, in seconds of all audio.'),
          endTime: seconds('When it ends.'),
        }),
      ),
    })
    .meta({
      description:
        'With `timings`: the words of a segment, once their times are known. In order, and before FLUSHED.',
    }),
  MARK: z
    .object({
      type: z.literal('MARK'),
      name: z.string(),
      time: seconds('Where the word after it begins, in seconds of all audio.'),
    })
    .meta({ description: 'A mark of SSML.' }),
  WARNING: z
    .object({
      type: z.literal('WARNING'),
      message: z.string().meta({ description: 'With line and column.' }),
    })
    .meta({ description: 'Something is read differently from what the SSML says.' }),
  FLUSHED: z
    .object({
      type: z.literal('FLUSHED'),
      characters: chars('Of all text up to the FLUSH that it answers.'),
      audioSeconds: seconds('Of all audio that was sent.'),
    })
    .meta({ description: 'Answers FLUSH, after the audio.' }),
  CANCELLED: z
    .object({
      type: z.literal('CANCELLED'),
      characters: chars('Of all text up to the CANCEL that it answers.'),
      audioSeconds: seconds('Of all audio that was sent.'),
    })
    .meta({ description: 'Answers CANCEL. No audio of earlier text follows.' }),
  PONG: z.object({ type: z.literal('PONG') }).meta({ description: 'Answers PING.' }),
  STREAM_END: z
    .object({
      type: z.literal('STREAM_END'),
      sessionId: z.string(),
      characters: chars('Of all text.'),
      audioSeconds: seconds('Of all audio.'),
    })
    .meta({ description: 'The last message after DONE.' }),
  ERROR: z
    .object({
      type: z.literal('ERROR'),
      code: z.string().meta({
        description: 'See docs/errors.md; in addition BAD_REQUEST, NO_INPUT_TIMEOUT and SESSION_TIMEOUT.',
      }),
      message: z.string(),
      stage: z.enum(['AUTHENTICATING', 'CONFIGURING', 'STREAMING']),
      retryable: z.boolean().meta({ description: 'Whether a new stream may succeed with nothing changed.' }),
    })
    .meta({ description: 'The last message of a stream that failed.' }),
} as const;

export type StreamServerMessage = {
  [Type in keyof typeof streamServerMessages]: z.output<(typeof streamServerMessages)[Type]>;
}[keyof typeof streamServerMessages];
