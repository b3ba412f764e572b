import type { AudioReader } from '../audio/audio-reader.ts';
import type {
  ChooseRecognizer,
  RecognizerWish,
  SpeechRecognizer,
} from '../recognition/recognizer/speech-recognizer.ts';
import { withVocabulary } from '../recognition/recognizer/with-vocabulary.ts';
import type { Late } from '../requests/idempotency/idempotency.ts';
import { type VocabularyOf, vocabularyOfCall } from '../vocabulary/vocabulary-of.ts';
import type { VocabularyTerm } from '../vocabulary/vocabulary-term.ts';

/** What transcribing recordings needs: a reader, recognizers, and the apps' terms. */
export interface Transcriber {
  readonly chooseRecognizer: ChooseRecognizer;
  /** Absent: only a call's own terms. */
  readonly vocabularyOf?: VocabularyOf | undefined;
  readonly reader: AudioReader;
  /** Silence that separates two utterances, in milliseconds. */
  readonly utteranceSilenceMs: number;
}

interface CallWish extends RecognizerWish {
  readonly appId: string;
  /** Terms of the call, in addition to its app's. Not awaited if there is no recognizer for the call. */
  readonly vocabulary: Late<readonly VocabularyTerm[] | undefined>;
}

/**
 * The recognizer of a call, with its terms.
 *
 * @throws SpeechError as {@link ChooseRecognizer}, or a storage code
 */
export async function recognizerOf(
  { chooseRecognizer, vocabularyOf = vocabularyOfCall }: Transcriber,
  { appId, vocabulary, ...wish }: CallWish,
): Promise<SpeechRecognizer> {
  const chosen = chooseRecognizer(wish);
  return withVocabulary(chosen, await vocabularyOf(appId, await vocabulary), wish.language);
}
