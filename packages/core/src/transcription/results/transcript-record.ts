import type { TranscriptState } from '../../requests/records/transcript-state.ts';
import type { TranscriptionRecord } from '../../requests/records/transcription-record.ts';
import type { KeptUtterance } from '../../segmentation/utterance.ts';

export interface TranscriptRecord {
  readonly transcriptId: string;
  readonly status: TranscriptState;
  readonly transcript: string;
  readonly utterances: readonly KeptUtterance[];
  /** BCP 47 primary language; present if the recognizer reports which one it detected. */
  readonly language?: string;
  /** Rounded up to whole seconds. */
  readonly audioDurationSeconds: number;
  /** Present if `FAILED`. */
  readonly errorMessage?: string;
}

/** A stored transcription as its caller sees it. */
export function transcriptRecordOf(record: TranscriptionRecord): TranscriptRecord {
  const { transcriptId, status, transcript, utterances, language, audioDurationSeconds, failure } = record;
  return {
    transcriptId,
    status,
    transcript,
    utterances,
    ...(language !== null && { language }),
    audioDurationSeconds,
    ...(failure === null ? {} : { errorMessage: failure.message }),
  };
}
