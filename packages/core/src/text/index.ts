/** Text to segments and pauses; written forms to spoken words. */

export {
  isLanguageCode,
  isSameLanguage,
  LANGUAGE_CODES,
  type LanguageCode,
  primaryLanguage,
} from './language-codes.ts';
export { normalizeForSpeech } from './normalize-for-speech.ts';
export { DEFAULT_PAUSES, type PauseMark, type PausePlan } from './pause-plan.ts';
export { type Reading, readAloud, type SpokenText } from './reading/read-aloud.ts';
export { numberWords } from './reading-english/number-words.ts';
export { segmentGrowingText } from './segments/growing-segmenter.ts';
export {
  type SegmentOptions,
  type SpeechSegment,
  segmentText,
  unitOf,
  withMarksOf,
} from './segments/segment-text.ts';
export { countChars, isSpeakable } from './speakable.ts';
export { createTextQueue, type TextQueue } from './text-queue.ts';
