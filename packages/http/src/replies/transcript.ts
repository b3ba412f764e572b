import type { TranscriptRecord } from '@parlance/core/transcription';
import type { FastifyReply } from 'fastify';

/** Sends a transcript record; the interface gives it the media type `text/json`. */
export function sendTranscript(reply: FastifyReply, record: TranscriptRecord): FastifyReply {
  const { transcriptId, status, transcript, utterances, language, audioDurationSeconds, errorMessage } =
    record;
  return reply.type('text/json; charset=utf-8').send({
    transcriptId,
    status,
    transcript,
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
