/** `SpeechError` and the one table of its codes. */
export { type AnswerLogLevel, answerLogLevel } from './answer-log.ts';
export { SPEECH_ERRORS, type SpeechErrorCode, type SpeechFault } from './error-codes.ts';
export { type ErrorDetails, SpeechError, type WireError } from './speech-error.ts';
