import { createVocabulary, type Vocabulary } from './vocabulary.ts';
import type { VocabularyTerm } from './vocabulary-term.ts';

/** Returns the vocabulary of a call: the terms of its app and of the call itself. @throws SpeechError a storage code */
export type VocabularyOf = (
  appId: string,
  ofCall?: readonly VocabularyTerm[],
) => Promise<Vocabulary | undefined>;

/** For services whose apps have no vocabularies. */
export const vocabularyOfCall: VocabularyOf = async (_appId, ofCall) => createVocabulary(ofCall);
