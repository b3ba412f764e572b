import type { TranscriptRecord } from '@parlance/core/transcription';
import type { FastifyReply } from 'fastify';

/** Sends a transcript record; the interface gives it the media type `text/json`. */
export function sendTranscript(reply: FastifyReply, record: TranscriptRecord): FastifyReply {
  const { transcriptId, status, transcript, utterances, audioDurationSeconds, errorMessage } = record;
  return reply.type('text/json; charset=utf-8').send({
    transcriptId,
    status,
    transcript,
    utterances: utterances.map(({ text, startTime, endTime, words }) => ({
      text,
      startTime,
      endTime,
      ...(words !== undefined && { words }),
    })),
    audioDurationSeconds,
    ...(errorMessage === undefined ? {} : { errorMessage }),
  });
}
