import type { TranscriptionRecord } from '../../domain/requests/transcription-record.ts';
import type { TranscriptRecord } from '../../ports/speech-service.ts';

/** A kept transcription as its caller sees it. */
export function transcriptRecordOf(record: TranscriptionRecord): TranscriptRecord {
  const { transcriptId, status, transcript, utterances, audioDurationSeconds, failure } = record;
  return {
    transcriptId,
    status,
    transcript,
    utterances,
    audioDurationSeconds,
    ...(failure === null ? {} : { errorMessage: failure.message }),
  };
}
