import { z } from 'zod';
import type { SpokenWord } from '../../segmentation/utterance.ts';
import { SESSION_ERRORS, type SessionErrorCode, type SessionErrorMessage } from '../session-errors.ts';
import type { FinalResultMessage, InterimResultMessage, ServerMessage } from '../session-messages.ts';

/** Accepts a schema of exactly this message: one that allows more or less than the type does not compile. */
const schemaOf =
  <Message>() =>
  <Schema extends z.ZodType<Message>>(
    schema: Schema & (Message extends z.output<Schema> ? unknown : never),
  ): Schema =>
    schema;

type MessageOf<Type extends ServerMessage['type']> = Extract<ServerMessage, { readonly type: Type }>;

const seconds = (description: string) =>
  z
    .number()
    .min(0)
    .meta({ description: `${description}, in seconds from the session's first sample.` });

const share = (description: string) => z.number().min(0).max(1).meta({ description });

const resultTimes = {
  startTime: seconds("The utterance's beginning"),
  endTime: seconds("The utterance's end"),
  startVoiceTime: seconds('Where the voice begins in it'),
  endVoiceTime: seconds('Where the voice ends in it'),
};

const words: z.ZodType<readonly SpokenWord[]> = z
  .array(
    z.object({
      text: z.string().meta({ description: 'With the punctuation that follows it.' }),
      startTime: seconds('Where the word begins'),
      endTime: seconds('Where the word ends'),
    }),
  )
  .meta({
    description:
      'Only in a session with words: those of textRaw, in order, with terms of the vocabulary as they are written. Absent if they could not be found, for example because the text is too long to have been said.',
  });

const sessionId = z.string().min(1).meta({ description: 'Assigned by the server.' });

const errorCode = z.enum(Object.keys(SESSION_ERRORS) as [SessionErrorCode, ...SessionErrorCode[]]);

/** The messages of the server, by `type`, in the wire format. */
export const sessionServerMessages = {
  READY: schemaOf<MessageOf<'READY'>>()(
    z
      .object({ type: z.literal('READY'), sessionId })
      .meta({ description: 'The configuration is accepted: audio may be sent.' }),
  ),
  INTERIM_RESULT: schemaOf<InterimResultMessage>()(
    z
      .object({
        type: z.literal('INTERIM_RESULT'),
        text: z.string(),
        isFinal: z.literal(false),
        stability: share('Share of the words that the previous interim already had in the same position.'),
        ...resultTimes,
      })
      .meta({ description: 'An interim result of the open utterance. Only with interimResults.' }),
  ),
  FINAL_RESULT: schemaOf<FinalResultMessage>()(
    z
      .object({
        type: z.literal('FINAL_RESULT'),
        text: z.string().meta({ description: 'Ready to be read.' }),
        textRaw: z.string().meta({
          description: 'As the model returned it, before terms of the vocabulary replaced parts of it.',
        }),
        words: words.optional(),
        language: z.string().optional().meta({
          description:
            'BCP 47: the language that the model detected, else the one in the configuration. Absent if there is neither.',
        }),
        isFinal: z.literal(true),
        confidenceScore: share('How certain the model is; 0 without speech, 0.5 if nothing is known.'),
        ...resultTimes,
        speechType: z.enum(['detected-speech', 'no-speech']),
        status: z.enum(['SUCCESS', 'FAILURE']),
      })
      .meta({ description: 'An utterance; it never changes.' }),
  ),
  PONG: schemaOf<MessageOf<'PONG'>>()(
    z.object({ type: z.literal('PONG') }).meta({ description: 'Answers a PING.' }),
  ),
  STREAM_END: schemaOf<MessageOf<'STREAM_END'>>()(
    z
      .object({
        type: z.literal('STREAM_END'),
        sessionId,
        totalUtterances: z.int().min(0).meta({ description: 'Utterances recognized in the session.' }),
      })
      .meta({ description: 'The last message of a session that ended well; the server closes with 1000.' }),
  ),
  ERROR: schemaOf<SessionErrorMessage>()(
    z
      .object({
        type: z.literal('ERROR'),
        code: errorCode,
        message: z.string(),
        stage: z.enum(['AUTHENTICATING', 'CONFIGURING', 'STREAMING']),
        retryable: z
          .boolean()
          .meta({ description: 'Whether a new session may succeed with nothing changed.' }),
      })
      .meta({ description: 'What went wrong; the server closes after it.' }),
  ),
} as const;

export type SessionServerMessageType = keyof typeof sessionServerMessages;
