/** Audio to recognition events: voice activity, utterances, final and interim decodes. */
export { createDecodePace, type DecodePace } from './decode-pace.ts';
export { type RecognitionEvent, type UtteranceTimes, utteranceOf } from './recognition-event.ts';
export { type RecognitionEnd, type RecognizeSpeechOptions, recognizeSpeech } from './recognize-speech.ts';
export type { SpeechNotice } from './speech-notice.ts';
export type { ChooseRecognizer, RecognizerWish, SpeechRecognizer } from './speech-recognizer.ts';
export type { WordTimes } from './time-words.ts';
export { withVocabulary } from './with-vocabulary.ts';
