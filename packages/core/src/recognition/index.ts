/** Audio to recognition events: voice activity, utterances, final and interim decodes. */
export { createDecodePace, type DecodePace } from './decoding/decode-pace.ts';
export { type RecognitionEvent, type UtteranceTimes, utteranceOf } from './recognition-event.ts';
export {
  type RecognitionEnd,
  type RecognizeSpeechOptions,
  recognizeSpeech,
} from './recognizer/recognize-speech.ts';
export type { SpeechNotice } from './recognizer/speech-notice.ts';
export type { ChooseRecognizer, RecognizerWish, SpeechRecognizer } from './recognizer/speech-recognizer.ts';
export { withVocabulary } from './recognizer/with-vocabulary.ts';
export type { WordTimes } from './words/time-words.ts';
