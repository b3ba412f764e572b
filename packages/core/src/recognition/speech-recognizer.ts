import type { RecognitionEngine } from '../engine/recognition-engine.ts';
import type { VoiceActivityDetector } from '../engine/voice-activity-detector.ts';
import type { DecodePace } from './decode-pace.ts';
import type { WordTimes } from './time-words.ts';

/** What makes text of speech: who finds the utterances, who decodes them, and who times their words. */
export interface SpeechRecognizer {
  readonly engine: RecognitionEngine;
  readonly voiceActivity: VoiceActivityDetector;
  /** Of live audio; shared by all who use the engine. Absent: nobody else does. */
  readonly pace?: DecodePace | undefined;
  /** Finds the words of each utterance once it is decoded. Absent: finals have the times that the engine tells. */
  readonly wordTimes?: WordTimes | undefined;
}

/** What a call asks of its recognizer. */
export interface RecognizerWish {
  /** BCP 47, such as `en-US`. Absent: the first recognizer. */
  readonly language?: string | undefined;
  /** Id of a model: if a recognizer runs it, only that one is considered. */
  readonly model?: string | undefined;
  /** The request's field that asks for the times of words, for messages. Absent: nobody asks. */
  readonly wordTimesField?: string | undefined;
}

/**
 * Chooses the recognizer of a call among those that there are at the time.
 *
 * @throws SpeechError `ENGINE_UNAVAILABLE` when no plugin recognizes, `LANGUAGE_NOT_SUPPORTED`; `INVALID_INPUT` where the times of words
 * cannot be had
 */
export type ChooseRecognizer = (wish?: RecognizerWish) => SpeechRecognizer;
