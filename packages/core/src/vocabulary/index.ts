/** Names and words of a caller's own: how they are said, and how they are found in what was heard. */
export { readTerms } from './read-terms.ts';
export type { Correction, TermCorrector } from './term-corrector.ts';
export {
  type HeardTrial,
  type TermTrial,
  TRIAL_SENTENCES,
  trialOf,
  trialText,
  withForms,
} from './term-trial.ts';
export { createVocabulary, joinTerms, type Vocabulary } from './vocabulary.ts';
export { appVocabulary, callVocabulary, trialVocabulary } from './vocabulary-input.ts';
export { type VocabularyOf, vocabularyOfCall } from './vocabulary-of.ts';
export type { VocabularyTerm } from './vocabulary-term.ts';
