import type { TranscriptRecord } from '@parlance/core/transcription';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Answer } from '../kit/endpoint/endpoint.ts';
import { named } from '../kit/named-schema.ts';
import { seconds } from './times.ts';

const word = z.strictObject({ text: z.string(), startTime: seconds, endTime: seconds });

const utterance = word.extend({
  channel: z.int().min(0).optional().meta({ description: 'With `channels: "separate"`: counted from 0.' }),
  words: z.array(word).optional().meta({ description: 'If `words` were requested.' }),
});

const transcript = named(
  'Transcript',
  z.strictObject({
    transcriptId: z.string(),
    status: z.enum(['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED']),
    transcript: z.string().meta({ description: 'The texts of all utterances.' }),
    utterances: z.array(utterance),
    language: z.string().optional().meta({
      description:
        'The language that the recognizer detected in most of the speech, if it reports one: BCP 47.',
    }),
    audioDurationSeconds: z.int().min(0).meta({ description: 'Rounded up; this is charged.' }),
    errorMessage: z.string().optional().meta({ description: 'With FAILED.' }),
  }),
);

export const TRANSCRIPT: Answer = {
  description: 'The transcript.',
  mediaTypes: ['text/json'],
  schema: transcript,
};

/** Sends a transcript record; the interface gives it the media type `text/json`. */
export function sendTranscript(reply: FastifyReply, record: TranscriptRecord): FastifyReply {
  const { transcriptId, status, utterances, language, audioDurationSeconds, errorMessage } = record;
  return reply.type('text/json; charset=utf-8').send({
    transcriptId,
    status,
    transcript: record.transcript,
    utterances: utterances.map(({ text, startTime, endTime, channel, words }) => ({
      text,
      startTime,
      endTime,
      ...(channel !== undefined && { channel }),
      ...(words !== undefined && { words }),
    })),
    ...(language !== undefined && { language }),
    audioDurationSeconds,
    ...(errorMessage === undefined ? {} : { errorMessage }),
  });
}
