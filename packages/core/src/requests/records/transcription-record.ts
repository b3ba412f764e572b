import type { KeptUtterance } from '../../segmentation/utterance.ts';
import type { VocabularyTerm } from '../../vocabulary/vocabulary-term.ts';
import type { RequestFailure } from './synthesis-record.ts';
import type { TranscriptState } from './transcript-state.ts';

/** Where a job finds its recording: in the audio store, or at an address from which it is fetched first. */
export type RecordingSource = (
  | { readonly kind: 'stored'; readonly objectName: string }
  | { readonly kind: 'address'; readonly url: string }
) & {
  /** Whether the job finds the times of words. Absent: no. */
  readonly words?: true;
  /** Whether the channels are recognized separately. Absent: their mean is recognized. */
  readonly channels?: 'separate';
  /** BCP 47 code of the recording's language. Absent: that of the first recognizer. */
  readonly language?: string;
  /** Terms of the request in addition to its app's. Absent: none. */
  readonly vocabulary?: readonly VocabularyTerm[];
};

/** One STT request. `live` ones are recorded when they end. */
export interface TranscriptionRecord {
  readonly transcriptId: string;
  readonly appId: string;
  readonly kind: 'batch' | 'live' | 'session';
  readonly status: TranscriptState;
  /** `null` for live ones, and once the job has ended and the recording was deleted. */
  readonly source: RecordingSource | null;
  readonly transcript: string;
  readonly utterances: readonly KeptUtterance[];
  /** The language that the recognizer detected in most of the speech; `null` if it does not report one, and until the job has ended. */
  readonly language: string | null;
  /** Rounded up; 0 until it is known. */
  readonly audioDurationSeconds: number;
  readonly webhookUrl: string | null;
  readonly failedAttempts: number;
  /** Starts that do not count: those up to its last orderly end; see MAX_JOB_STARTS. */
  readonly forgivenStarts: number;
  readonly createdAt: string;
  /** When work on it first began; `null` while it waits. */
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly failure: RequestFailure | null;
}
