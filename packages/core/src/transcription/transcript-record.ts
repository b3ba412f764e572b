import type { TranscriptState } from '../requests/transcript-state.ts';
import type { TranscriptionRecord } from '../requests/transcription-record.ts';
import type { KeptUtterance } from '../segmentation/utterance.ts';

export interface TranscriptRecord {
  readonly transcriptId: string;
  readonly status: TranscriptState;
  readonly transcript: string;
  readonly utterances: readonly KeptUtterance[];
  /** Rounded up to whole seconds. */
  readonly audioDurationSeconds: number;
  /** Present when `FAILED`. */
  readonly errorMessage?: string;
}

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
