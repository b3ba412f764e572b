import type { LoadListening } from '../../engine/load-listening.ts';
import type { Late, SubmitOptions } from '../../requests/idempotency/idempotency.ts';
import type { RecognizedUtterance } from '../../segmentation/utterance.ts';
import type { VocabularyTerm } from '../../vocabulary/vocabulary-term.ts';
import type { ChannelChoice } from '../speech/recognize-recording.ts';

export interface TranscribeRecordingOptions extends LoadListening {
  /** BCP 47, such as `en`: chooses the recognizer. A promise where the field may still come behind the file. */
  readonly language?: Late<string | undefined>;
  /** Id of an installed model that is to recognize it; any other name chooses nothing. */
  readonly model?: Late<string | undefined>;
  /** Terms of this call, beside its app's. */
  readonly vocabulary?: Late<readonly VocabularyTerm[] | undefined>;
  /**
   * The request's field that asks for the times of the words of each utterance; refused (`INVALID_INPUT`, of that field) where they cannot be
   * had. Absent: nobody asks.
   */
  readonly wordTimesField?: Late<string | undefined>;
  /** Told of each utterance as soon as it is recognized, in order. */
  readonly onUtterance?: ((utterance: RecognizedUtterance) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A recording to be transcribed by a job: a WAV file's bytes as they arrive, or where to fetch it. */
export type RecordingInput = { readonly bytes: AsyncIterable<Uint8Array> } | { readonly url: string };

export interface SubmitTranscriptionOptions extends SubmitOptions, LoadListening {
  /** A promise where the field may still come behind the file; then it is checked once the recording is read. */
  readonly webhookUrl?: Late<string | undefined>;
  /** BCP 47, such as `en`: chooses the recognizer. Absent: the first one. */
  readonly language?: Late<string | undefined>;
  /** Terms of this call, beside its app's. */
  readonly vocabulary?: Late<readonly VocabularyTerm[] | undefined>;
  /** Whether each utterance is to have the times of its words; refused (`INVALID_INPUT`) where they cannot be had. */
  readonly words?: Late<boolean | undefined>;
  /** Whether the channels are recognized one by one. Absent: `mixed`. */
  readonly channels?: Late<ChannelChoice | undefined>;
}
