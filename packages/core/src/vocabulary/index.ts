/** A caller's own names and words: how they are spoken, and how they are found in recognized text. */
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
