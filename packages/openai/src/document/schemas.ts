import { GENDERS } from '@parlance/core/engine';
import { z } from 'zod';
import { speechBody } from '../request/speech-body.ts';
import { transcriptionForm } from '../request/transcription-form.ts';

const seconds = z.number().min(0).meta({ description: 'Seconds.' });

const apiError = z.object({
  error: z.object({
    message: z.string(),
    type: z.enum(['invalid_request_error', 'insufficient_quota', 'rate_limit_error', 'server_error']),
    param: z.string().nullable().meta({ description: 'The member of the request that is wrong.' }),
    code: z.string().nullable(),
  }),
});

const model = z.object({
  id: z.string(),
  object: z.literal('model'),
  created: z.int(),
  owned_by: z.literal('parlance'),
  word_times: z.boolean().optional().meta({
    description:
      'Of an installed recognizer: whether `timestamp_granularities[]` may be `word` without `language`.',
  }),
});

const voice = z.object({
  id: z.string().meta({ description: 'What `voice` takes.' }),
  name: z.string(),
  language: z.string().meta({ description: '`en-US`.' }),
  gender: z.enum(GENDERS),
  engine: z.string(),
  word_times: z.boolean().meta({ description: 'Whether `timings` may be `word`.' }),
});

const usage = z.object({
  type: z.literal('duration'),
  seconds: z.int().meta({ description: 'Rounded up.' }),
});

const transcript = z.object({ text: z.string(), usage });

const verboseTranscript = z.object({
  task: z.literal('transcribe'),
  language: z.string().meta({ description: 'In English, `english`; `unknown` where the engine tells none.' }),
  duration: seconds,
  text: z.string(),
  segments: z
    .array(
      z.object({
        id: z.int(),
        seek: z.int(),
        start: seconds,
        end: seconds,
        text: z.string(),
        tokens: z.array(z.int()).meta({ description: 'Always empty.' }),
        temperature: z.number(),
        avg_logprob: z
          .number()
          .nullable()
          .meta({ description: 'null where the engine gives no probabilities.' }),
        compression_ratio: z.number(),
        no_speech_prob: z.null(),
      }),
    )
    .optional()
    .meta({ description: 'Utterances; unless only `word` was asked for.' }),
  words: z
    .array(z.object({ word: z.string(), start: seconds, end: seconds }))
    .optional()
    .meta({ description: 'With `word`, where the engine gives times.' }),
  usage,
});

/** Bodies of answers by the names that the document gives them. Tests hold what the routes really answer to them. */
export const OPENAI_ANSWERS = {
  OpenaiError: apiError,
  OpenaiModel: model,
  OpenaiModelList: z.object({ object: z.literal('list'), data: z.array(model) }),
  OpenaiAudioModelList: z.object({ models: z.array(model) }),
  OpenaiTranscript: transcript,
  OpenaiVerboseTranscript: verboseTranscript,
  OpenaiVoiceList: z.object({ voices: z.array(voice) }),
} as const;
export type OpenaiAnswerName = keyof typeof OPENAI_ANSWERS;

/** What the routes parse with, as they are told of: the recording beside the form's text fields. */
export const OPENAI_BODIES = {
  speech: speechBody,
  transcription: z.object({
    file: z.file().meta({
      description:
        'A recording: WAV, MP3, FLAC, Ogg Vorbis or Opus; with ffmpeg on the server any format it reads.',
    }),
    ...transcriptionForm.shape,
  }),
} as const;

export type JsonSchema = Readonly<Record<string, unknown>>;

/** @param io `input`: what a caller may write; `output`: what a reader finds */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...plain } = z.toJSONSchema(schema, {
    io,
    // A server that learns a new member must not break clients that were made from the document before.
    override: ({ jsonSchema }) => delete jsonSchema.additionalProperties,
  });
  return plain;
}
