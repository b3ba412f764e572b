import type { LoadListening } from '../../engine/load-listening.ts';
import type { Late, SubmitOptions } from '../../requests/idempotency/idempotency.ts';
import type { RecognizedUtterance } from '../../segmentation/utterance.ts';
import type { VocabularyTerm } from '../../vocabulary/vocabulary-term.ts';
import type { ChannelChoice } from '../speech/recognize-recording.ts';

export interface TranscribeRecordingOptions extends LoadListening {
  /** BCP 47 language, such as `en`, which selects the recognizer. A promise if the field may still follow the file. */
  readonly language?: Late<string | undefined>;
  /** Id of an installed model that is to recognize it; other names have no effect. */
  readonly model?: Late<string | undefined>;
  /** Terms of this call, beside its app's. */
  readonly vocabulary?: Late<readonly VocabularyTerm[] | undefined>;
  /**
   * The request's field that asks for the times of the words of each utterance; refused (`INVALID_INPUT`, for that field) if they are not
   * available. Absent: they are not requested.
   */
  readonly wordTimesField?: Late<string | undefined>;
  /**
   * Called with each utterance as soon as it is recognized, in order. If the caller leaves afterwards, the speech up to the last of them is
   * recorded and charged.
   */
  readonly onUtterance?: Late<((utterance: RecognizedUtterance) => void) | undefined>;
  readonly signal?: AbortSignal | undefined;
}

/** A recording to be transcribed by a job: a WAV file's bytes as they arrive, or where to fetch it. */
export type RecordingInput = { readonly bytes: AsyncIterable<Uint8Array> } | { readonly url: string };

export interface SubmitTranscriptionOptions extends SubmitOptions, LoadListening {
  /** A promise if the field may still follow the file; then it is checked after the recording has been read. */
  readonly webhookUrl?: Late<string | undefined>;
  /** BCP 47 language, such as `en`, which selects the recognizer. Absent: the first one. */
  readonly language?: Late<string | undefined>;
  /** Terms of this call, beside its app's. */
  readonly vocabulary?: Late<readonly VocabularyTerm[] | undefined>;
  /** Whether each utterance has the times of its words; refused (`INVALID_INPUT`) if they are not available. */
  readonly words?: Late<boolean | undefined>;
  /** Whether the channels are recognized separately. Absent: `mixed`. */
  readonly channels?: Late<ChannelChoice | undefined>;
}
