import type { KeptUtterance } from '../../segmentation/utterance.ts';
import type { VocabularyTerm } from '../../vocabulary/vocabulary-term.ts';
import type { RequestFailure } from './synthesis-record.ts';
import type { TranscriptState } from './transcript-state.ts';

/** Where a job finds its recording: in the audio store, or at an address that is fetched first. */
export type RecordingSource = (
  | { readonly kind: 'stored'; readonly objectName: string }
  | { readonly kind: 'address'; readonly url: string }
) & {
  /** Whether the job is to find the times of words. Absent: no. */
  readonly words?: true;
  /** Whether the channels are recognized one by one. Absent: their mean is. */
  readonly channels?: 'separate';
  /** BCP 47: of the recording. Absent: the first recognizer's. */
  readonly language?: string;
  /** Terms of the request beside its app's. Absent: none. */
  readonly vocabulary?: readonly VocabularyTerm[];
};

/** One STT request. `live` ones are recorded when they end. */
export interface TranscriptionRecord {
  readonly transcriptId: string;
  readonly appId: string;
  readonly kind: 'batch' | 'live' | 'session';
  readonly status: TranscriptState;
  /** `null` once the job ended and the recording was deleted, and for live ones. */
  readonly source: RecordingSource | null;
  readonly transcript: string;
  readonly utterances: readonly KeptUtterance[];
  /** What the recognizer heard in most of the speech; `null` where it does not say, and before it has ended. */
  readonly language: string | null;
  /** Rounded up; 0 until it is known. */
  readonly audioDurationSeconds: number;
  readonly webhookUrl: string | null;
  readonly failedAttempts: number;
  /** Starts that do not count against it, those up to its last orderly end; see MAX_JOB_STARTS. */
  readonly forgivenStarts: number;
  readonly createdAt: string;
  /** When it was first worked on; `null` while it waits. */
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly failure: RequestFailure | null;
}
