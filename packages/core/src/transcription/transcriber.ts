import type { AudioReader } from '../audio/audio-reader.ts';
import type { ChooseRecognizer, RecognizerWish, SpeechRecognizer } from '../recognition/speech-recognizer.ts';
import { withVocabulary } from '../recognition/with-vocabulary.ts';
import type { Late } from '../requests/idempotency/idempotency.ts';
import { type VocabularyOf, vocabularyOfCall } from '../vocabulary/vocabulary-of.ts';
import type { VocabularyTerm } from '../vocabulary/vocabulary-term.ts';

/** What makes transcripts of recordings: who reads them, who recognizes them, and the terms that apps have. */
export interface Transcriber {
  readonly chooseRecognizer: ChooseRecognizer;
  /** Absent: a call's own terms alone. */
  readonly vocabularyOf?: VocabularyOf | undefined;
  readonly reader: AudioReader;
  /** Silence that separates two utterances, in milliseconds. */
  readonly utteranceSilenceMs: number;
}

interface CallWish extends RecognizerWish {
  readonly appId: string;
  /** Terms of the call, beside its app's. Not waited for when nobody recognizes the call. */
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
